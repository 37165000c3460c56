import { isAtStation } from "@voltmarg/rules";

export const isFar = (km: number): boolean => !isAtStation(km);

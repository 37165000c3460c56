/** From here on nobody stands at the charger, however bad the phone's position is. */
const FAR_KM = 0.2;

export const isFar = (km: number): boolean => km > FAR_KM;

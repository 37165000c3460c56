import { t } from "@lingui/core/macro";
import { words } from "../language/words.ts";

export const noticeCopy = words(() => ({
  title: t`Privacy notice`,
  failed: t`The privacy notice did not load`,
  language: t`Language of this notice`,
  version: (version: number, day: string) => t`Version ${version}, ${day}`,
  companySees: t`Of each session it pays for, the company sees your name, your number, time, place, vehicle with number plate, units (kWh) and price.`,
  ageMissing: t`Tick this to go on`,
  agreeing: t`Saving`,
}));

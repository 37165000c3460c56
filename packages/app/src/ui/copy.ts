import { plural, t } from "@lingui/core/macro";
import { words } from "../language/words.ts";

/** Of the parts every screen is made of. */
export const uiCopy = words(() => ({
  back: t`Back`,
  close: t`Close`,
  loading: t`Loading`,
  messages: t`Messages`,
  menuOf: (initials: string) => t`${initials} menu`,
  menu: t`menu`,
  retry: t`Retry`,
  language: t`Language`,
  languageFailed: t`The language did not load. Check your network and try again.`,
}));

/** Units that have a word of their own in each script; kW and kWh are written alike in all. */
export const unitCopy = words(() => ({
  km: t`km`,
  /** In Hindi and Urdu the form before "from" and "until", and that of several. */
  hour: t`h`,
  hours: (count: number) => plural(count, { one: "# h", other: "# h" }),
  minute: t`min`,
  second: t`s`,
  socket: t`15 A socket`,
  charger: (number: string) => t`Charger ${number}`,
}));

export const timeCopy = words(() => ({
  justNow: t`just now`,
  minutesAgo: (count: number) => t`${count} min ago`,
  hoursAgo: (count: number) => t`${count} h ago`,
  daysAgo: (count: number) => plural(count, { one: "# day ago", other: "# days ago" }),
  tomorrow: (time: string) => t`tomorrow ${time}`,
  span: (from: string, until: string) => t`${from} to ${until}`,
  moment: (day: string, time: string) => t`${day}, ${time}`,
  hours: (from: string, until: string) => t`${from}–${until}`,
  deepNight: (time: string) => t({ message: `${time}\u00a0am`, context: "0:00 to 4:00" }),
  morning: (time: string) => t({ message: `${time}\u00a0am`, context: "4:00 to 12:00" }),
  afternoon: (time: string) => t({ message: `${time}\u00a0pm`, context: "12:00 to 16:00" }),
  evening: (time: string) => t({ message: `${time}\u00a0pm`, context: "16:00 to 19:00" }),
  night: (time: string) => t({ message: `${time}\u00a0pm`, context: "19:00 to 24:00" }),
}));

/** The words of the chooser are the specification's. */
export const imageCopy = words(() => ({
  title: t`Select Image source`,
  library: t`Load from Library`,
  camera: t`Use Camera`,
  cancel: t`Cancel`,
  take: t`Take photo`,
  preview: t`What the camera sees`,
  noCamera: t`The camera did not open. Choose a picture from your files.`,
}));

import { t } from "@lingui/core/macro";
import { words } from "../../language/words.ts";

export const infoCopy = words(() => ({
  notFound: t`This page does not exist`,
  notFoundText: t`The address may be mistyped, or the page has moved.`,
  toMap: t`Open the map`,
}));

export const stepsCopy = words(() => ({
  title: t`EV Charging Steps`,
  findStation: t`Find a station`,
  steps: [
    {
      heading: t`Park and pick a plug`,
      text: t`Open the station in the app, or scan the QR on the charger.`,
    },
    { heading: t`Set a limit`, text: t`By money, energy, time or range. You can stop sooner.` },
    { heading: t`Push the gun in`, text: t`Until it clicks and locks.` },
    { heading: t`Start`, text: t`Wait for power to flow, usually under 30 seconds.` },
    {
      heading: t`Stop and take the gun out`,
      text: t`Hold Stop for a moment. The bill comes at once or when the operator sends it.`,
    },
  ] satisfies Section[],
}));

/** Above the built-in text, where the published one did not load. */
export const textCopy = words(() => ({
  intro: t`The published text did not load. This is the short form that came with the app.`,
  english: t`Some of this is not translated yet. It is shown in English.`,
}));

export type Section = { heading: string; text: string };

export const termsCopy = words(() => ({
  title: t`Terms and Conditions`,
  sections: [
    {
      heading: t`What Voltmarg does`,
      text: t`Voltmarg shows charging stations of several operators, starts and stops a charge for you, and bills it in its own name.`,
    },
    {
      heading: t`Prices`,
      text: t`Every price you see before a charge includes GST. You pay what the shown tariff gives for the metered energy and time, and never more than that.`,
    },
    {
      heading: t`Wallet`,
      text: t`A charge is paid from your wallet. ₹50 stays in it as the minimum balance. While a charge runs, its likely cost is held; what was not used is free again after the bill. What you do not need can go back to where it came from, in the app, at any time; all of it does when you deactivate your account.`,
    },
    {
      heading: t`Using a charger`,
      text: t`Use a plug your vehicle is made for, follow the notices at the station, and free the plug when the charge is over. Some operators charge a parking fee after that; it is shown with the price.`,
    },
    {
      heading: t`When something goes wrong`,
      text: t`Live status and prices come from the operators and may be late. We say how old they are. If a bill looks wrong, tell support; a charge that never ran is never billed.`,
    },
  ] satisfies Section[],
}));

export const privacyCopy = words(() => ({
  title: t`Privacy Policy`,
  sections: [
    {
      heading: t`What we keep`,
      text: t`Your mobile number, your name, your e-mail address and GSTIN if you give them, your profile photo if you add one, your vehicles, your charges and what you say of them, your bills, the movements of your wallet, and what you write to support with its photos. Of a photo we keep the picture alone: where and with what it was taken is removed.`,
    },
    {
      heading: t`Why`,
      text: t`To sign you in, to start and stop charges, to bill them as tax law asks, and to answer you when you write to support.`,
    },
    {
      heading: t`Who sees it`,
      text: t`The operator of a station learns a token that stands for your charge, not your name or number. The payment provider learns what a payment needs. Nobody else does, and nothing is sold.`,
    },
    {
      heading: t`Your position`,
      text: t`It is used on your device to show what is near, and sent only to search for stations. It is not stored.`,
    },
    {
      heading: t`On this device`,
      text: t`You stay signed in by two tokens in the browser's storage. Logout removes them and everything that belongs to you from this device.`,
    },
    {
      heading: t`How long`,
      text: t`Bills are kept as long as tax law asks. The rest goes when you deactivate your account: e-mail support.`,
    },
  ] satisfies Section[],
}));

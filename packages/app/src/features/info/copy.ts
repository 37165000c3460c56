export const infoCopy = {
  notFound: "This page does not exist",
  notFoundText: "The address may be mistyped, or the page has moved.",
  toMap: "Open the map",
};

export const stepsCopy = {
  title: "EV Charging Steps",
  findStation: "Find a station",
  steps: [
    {
      heading: "Park and pick a plug",
      text: "Open the station in the app, or scan the QR on the charger.",
    },
    { heading: "Set a limit", text: "By money, energy, time or range. You can stop sooner." },
    { heading: "Push the gun in", text: "Until it clicks and locks." },
    { heading: "Start", text: "Wait for power to flow, usually under 30 seconds." },
    {
      heading: "Stop and take the gun out",
      text: "Hold Stop for a moment. The bill comes at once or when the operator sends it.",
    },
  ] satisfies Section[],
};

/** Above the built-in text, where the published one did not load. */
export const textIntro =
  "The published text did not load. This is the short form that came with the app.";

export type Section = { heading: string; text: string };

export const termsCopy = {
  title: "Terms and Conditions",
  sections: [
    {
      heading: "What Voltmarg does",
      text: "Voltmarg shows charging stations of several operators, starts and stops a charge for you, and bills it in its own name.",
    },
    {
      heading: "Prices",
      text: "Every price you see before a charge includes GST. You pay what the shown tariff gives for the metered energy and time, and never more than that.",
    },
    {
      heading: "Wallet",
      text: "A charge is paid from your wallet. ₹50 stays in it as the minimum balance. While a charge runs, its likely cost is held; what was not used is free again after the bill. What you do not need can go back to where it came from, in the app, at any time; all of it does when you deactivate your account.",
    },
    {
      heading: "Using a charger",
      text: "Use a plug your vehicle is made for, follow the notices at the station, and free the plug when the charge is over. Some operators charge a parking fee after that; it is shown with the price.",
    },
    {
      heading: "When something goes wrong",
      text: "Live status and prices come from the operators and may be late. We say how old they are. If a bill looks wrong, tell support; a charge that never ran is never billed.",
    },
  ] satisfies Section[],
};

export const privacyCopy = {
  title: "Privacy Policy",
  sections: [
    {
      heading: "What we keep",
      text: "Your mobile number, your name, your e-mail address and GSTIN if you give them, your profile photo if you add one, your vehicles, your charges and what you say of them, your bills, the movements of your wallet, and what you write to support with its photos. Of a photo we keep the picture alone: where and with what it was taken is removed.",
    },
    {
      heading: "Why",
      text: "To sign you in, to start and stop charges, to bill them as tax law asks, and to answer you when you write to support.",
    },
    {
      heading: "Who sees it",
      text: "The operator of a station learns a token that stands for your charge, not your name or number. The payment provider learns what a payment needs. Nobody else does, and nothing is sold.",
    },
    {
      heading: "Your position",
      text: "It is used on your device to show what is near, and sent only to search for stations. It is not stored.",
    },
    {
      heading: "On this device",
      text: "You stay signed in by two tokens in the browser's storage. Logout removes them and everything that belongs to you from this device.",
    },
    {
      heading: "How long",
      text: "Bills are kept as long as tax law asks. The rest goes when you deactivate your account: e-mail support.",
    },
  ] satisfies Section[],
};

import * as accounts from "../../accounts.ts";
import * as audit from "../../audit.ts";
import * as consent from "../../consent.ts";
import * as personalData from "../../personal-data.ts";
import * as signIns from "../../sign-ins.ts";
import * as social from "../../social.ts";
import { describeRoutes, type Operation } from "../route-texts.ts";

const signIn = "Sign-in";

export const accountOperations: Operation[] = [
  ...describeRoutes(
    accounts,
    {
      driver: "Account",
      of: {
        sendOtp: signIn,
        otpExpiryTime: signIn,
        verifyOtp: signIn,
        refreshToken: signIn,
        logout: signIn,
      },
    },
    {
      sendOtp: {
        summary: "Send a one-time code by SMS",
        description:
          "`SU` signs up, `LG` signs in, `CCS` signs up a driver whose company pays. The answer says how long the code is good and when another may be asked for.",
      },
      otpExpiryTime: {
        summary: "Seconds the newest code is still good",
        description:
          "The full time for a number without a code: the answer says nothing of accounts.",
      },
      verifyOtp: {
        summary: "Trade a one-time code for tokens",
        description:
          "`SU` and `CCS` create the account, with `consent` to the privacy notice that holds; without it CONSENT_NEEDED, and the code stays good for twenty minutes. `LG` with a right code for an unknown number answers SIGN_UP_NEEDED, and the code stays good for `SU`.",
      },
      refreshToken: {
        summary: "Trade a refresh token for new tokens",
        description:
          "Send the refresh token in the body: addresses are written into logs. Each refresh token is good once; used again after ten seconds, all tokens of this sign-in end.",
      },
      logout: "Sign this device out",
      getUser: "Get the account",
      findUserByUsername: {
        summary: "Find the account by its user name",
        description: "By the `user_name` of the access token. Drivers find themselves only.",
      },
      updateUser: {
        summary: "Change name, e-mail, or GSTIN and its business",
        description:
          "A new GSTIN needs the name and the address of its business, and a PIN code of its state; without a GSTIN they are forgotten. A GSTIN from before these were asked for stays until one of the five changes.",
      },
      deactivate: {
        summary: "Close the account",
        description:
          "Unused money goes back to the payments it came from, and every device is signed out. Refused while a charging session is open; `session_id` of the problem names it.",
      },
    },
  ),
  ...describeRoutes(
    signIns,
    { driver: "Devices", of: { passkeySignInOptions: signIn, passkeySignIn: signIn } },
    {
      listSignIns: {
        summary: "List the devices that are signed in",
        description: "This device first, then by when they were last seen.",
      },
      endSignIn: "Sign one device out",
      endOtherSignIns: "Sign out every other device",
      listPasskeys: "List passkeys",
      passkeyOptions: {
        summary: "Get the options to create a passkey with",
        description: "The challenge is good once, for five minutes.",
      },
      addPasskey: "Keep a new passkey",
      removePasskey: "Remove a passkey",
      passkeySignInOptions: {
        summary: "Get the options to sign in by passkey with",
        description: "The same for everybody, so that the answer says nothing of accounts.",
      },
      passkeySignIn: "Trade a passkey's signature for tokens",
    },
  ),
  ...describeRoutes(
    social,
    { driver: signIn },
    {
      socialAuthorize: {
        summary: "Begin a social sign-in",
        description:
          "Answers where to send the driver. The identity provider sends them back to `/login` with `#social=<ticket>`, or `#social_error=<code>`.",
      },
      socialFinish: {
        summary: "Trade a social sign-in's ticket for tokens",
        description:
          "An account belongs to a mobile number. A driver who is not linked to one yet gets MOBILE_NEEDED with `link`, `name` and `email`; `link` goes into the call that verifies the one-time code.",
      },
    },
  ),
  ...describeRoutes(
    audit,
    { driver: "Back office: access" },
    { listAccountAudit: "List what was done to accounts, newest first" },
  ),
  ...describeRoutes(
    consent,
    { driver: "Account" },
    {
      getPrivacyNotice: {
        summary: "Get the privacy notice",
        description:
          "In English or one of the 22 scheduled languages, made of the register of personal data and of the settings. Another `version` says something else; other words do not make one.",
        example: { query: { language: "hi" } },
      },
      getConsent: "Get what the driver has agreed to",
      giveConsent: {
        summary: "Agree to the privacy notice",
        description:
          "CONSENT_NEEDED: this version does not hold any more. Consent is withdrawn by closing the account.",
      },
      nominate: {
        summary: "Name who may use the driver's rights for them",
        description: "After the driver's death, or when they cannot themselves. Null: nobody.",
      },
      exportOwnData: {
        summary: "Get everything that is kept of the driver",
        description: "One JSON document, as the back office's export; without secrets.",
      },
    },
  ),
  ...describeRoutes(
    personalData,
    { driver: "Back office: personal data" },
    {
      exportDriver: {
        summary: "Export everything kept of a driver",
        description:
          "Closed accounts included. The document is written while it is read and has no fixed length.",
      },
      eraseDriver: {
        summary: "Erase a closed account's personal data",
        description:
          "Bills and ledger stay, without a way back to the person but what a bill must name; the number is free afterwards. ACCOUNT_NOT_SETTLED carries `in_the_way`. The same reference for the same number is the same erasure.",
      },
      tellBreach: {
        summary: "Tell drivers of a breach of their data",
        description:
          "By notification, SMS and mail, in each driver's language, closed accounts included. It begins when a second member has confirmed it, and goes on after a restart. The same reference is told once.",
      },
      listBreaches: {
        summary: "List the breaches that drivers were told of",
        description: "With how many were told, reached and not reached; newest first.",
      },
    },
  ),
];

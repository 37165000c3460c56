import * as staff from "../../staff.ts";
import { describeRoutes, type Operation } from "../route-texts.ts";

export const staffOperations: Operation[] = describeRoutes(
  staff,
  { driver: "Back office: staff" },
  {
    listStaff: "List members of the staff",
    inviteStaff: {
      summary: "Invite a member of the staff",
      description: "The link opens once, within 24 hours. It is in this answer and nowhere else.",
    },
    inviteStaffAgain: {
      summary: "Invite a member again",
      description:
        "For a lost passkey, another way to sign in, or a link that was not used in time. Earlier links end at once; how the member signed in before and their sessions end when it is accepted.",
    },
    changeStaff: {
      summary: "Change a member's role",
      description: "It holds from the next call on, also in sessions that are open.",
    },
    revokeStaff: {
      summary: "Revoke a member",
      description:
        "Sessions, passkeys, links and the bond to a company account end at once. The name is never used again.",
    },
    invitationOptions: {
      summary: "Get the options to accept an invitation with",
      description: "The challenge is good once, for five minutes.",
    },
    acceptInvitation: {
      summary: "Accept an invitation with a new passkey",
      description: "Signs in: the cookie `__Host-staff` comes with the answer.",
    },
    staffSignInOptions: "Get the options to sign in to the console with",
    signInStaff: {
      summary: "Sign in to the console by passkey",
      description:
        "The cookie `__Host-staff` comes with the answer. TOO_MANY_REQUESTS also after ten refused passkeys of a member, for an hour.",
    },
    getStaffSession: "Get who is signed in",
    signOutStaff: {
      summary: "Sign out of the console",
      description: "The cookie opens nothing from now on.",
    },
    passkeyAgainOptions: {
      summary: "Get the options to use the passkey again with",
      description: "NOT_FOUND for a credential's token, which has no passkey.",
    },
    passkeyAgain: {
      summary: "Use the passkey again",
      description: "For five minutes the session may touch money, erasures and credentials.",
    },
    getStaffOpenid: {
      summary: "Get whose accounts open the console",
      description: "`name` is null where `STAFF_OPENID_ISSUER` is not set.",
    },
    beginStaffOpenid: {
      summary: "Sign in to the console with the company account",
      description:
        "Send the browser to `url`. It comes back to `return_to`, signed in, or with `openid` in the query, which says why not: " +
        "OPENID_CANCELLED, OPENID_EXPIRED, OPENID_REJECTED, OPENID_UNAVAILABLE or OPENID_NOT_INVITED.",
    },
    acceptByOpenid: {
      summary: "Accept an invitation with the company account",
      description:
        "Send the browser to `url`. It comes back to the console, signed in, or to the invitation with `openid` in the query: " +
        "as at the sign-in, and OPENID_TAKEN or OPENID_INVITATION_ENDED. The account belongs to this member from then on.",
    },
    openidAgain: {
      summary: "Sign in with the company account again",
      description:
        "What the passkey again is for other members. The provider is asked for a new sign-in; it must say that it is at most five minutes old. " +
        "`openid` in the query otherwise: as at the sign-in, and OPENID_OTHER_ACCOUNT, OPENID_NOT_RECENT or OPENID_NO_AUTH_TIME. " +
        "NOT_FOUND: the session was opened by passkey, or it is a credential's token.",
    },
  },
);

import { messageEnvOfProd } from "./sms-carriers.ts";

/** A complete environment of a service in production; the addresses do not exist. */
export const envOfProd: Record<string, string> = {
  VOLTMARG_ENV: "PROD",
  APP_DIR: "none",
  CONSOLE_DIR: "none",
  PUBLIC_URL: "https://charge.voltmarg.in",
  DATABASE_URL: "postgresql://voltmarg@db.internal/voltmarg",
  RAZORPAY_BASE_URL: "https://api.razorpay.com",
  RAZORPAY_KEY_ID: "rzp_live_x",
  RAZORPAY_KEY_SECRET: "vG3kT9wLqZ7mN2xRb5Hd8Jc1",
  RAZORPAY_WEBHOOK_SECRET: "0f9d2b7c4a6e8135d7b2",
  PROVIDER_TOKEN: "7c1e5a90b3d84f26e0a97d53",
  FILES_DIR: "/srv/voltmarg/images",
  // Off: a portal that is set must be a real one.
  EINVOICE_URL: "",
  EINVOICE_TOKEN: "",
  ...messageEnvOfProd,
};

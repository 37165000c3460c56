import type { CapacitorConfig } from "@capacitor/cli";

const config: CapacitorConfig = {
  appId: "in.voltmarg.app",
  appName: "Voltmarg",
  webDir: "dist",
  // The ground of both themes shows through while the page is not there yet.
  backgroundColor: "#0B1513",
  loggingBehavior: "debug",
  android: { minWebViewVersion: 111 },
  ios: { contentInset: "never" },
  plugins: {
    // The page hides the splash screen when it is drawn; at the latest it hides itself after five seconds.
    SplashScreen: {
      launchAutoHide: true,
      launchShowDuration: 5000,
      backgroundColor: "#0B1513",
      androidScaleType: "CENTER_CROP",
      showSpinner: false,
    },
    Keyboard: { resize: "native", resizeOnFullScreen: true },
    PushNotifications: { presentationOptions: ["badge", "sound", "alert"] },
    SystemBars: { insetsHandling: "css" },
  },
};

export default config;

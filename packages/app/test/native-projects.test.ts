import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LINK_PATHS } from "@voltmarg/contract/provider-name";
import config from "../capacitor.config.ts";
import { forGradle, forXcode, nativeSettings } from "../scripts/native-settings.ts";
import { GENERAL } from "../src/offline/push-text.ts";

const app = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(app, file), "utf8");
const android = "android/app/src/main";
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

describe("Android", () => {
  const manifest = read(`${android}/AndroidManifest.xml`);

  test("asks for what the app uses and for nothing else", () => {
    const names = all(manifest, /<uses-permission\s+android:name="android\.permission\.(\w+)"/g);
    expect(names.toSorted()).toEqual([
      "ACCESS_COARSE_LOCATION",
      "ACCESS_FINE_LOCATION",
      "CAMERA",
      "INTERNET",
      "POST_NOTIFICATIONS",
      "VIBRATE",
    ]);
    // No SMS permission: the code is read by the driver's consent to one message.
    expect(manifest).not.toMatch(/_SMS/);
    const required = /<uses-feature(?![^>]*required="false")/.exec(manifest);
    expect(required).toBeNull();
  });

  test("nothing is backed up, and nothing goes over plain HTTP", () => {
    expect(manifest).toContain('android:allowBackup="false"');
    expect(manifest).toContain('android:usesCleartextTraffic="false"');
    const rules = read(`${android}/res/xml/data_extraction_rules.xml`);
    for (const part of ["cloud-backup", "device-transfer"]) {
      const [, inside = ""] = new RegExp(`<${part}>([^]*)</${part}>`).exec(rules) ?? [];
      expect(all(inside, /<exclude domain="(\w+)"/g)).toEqual([
        "root",
        "file",
        "database",
        "sharedpref",
        "external",
      ]);
    }
    const network = read(`${android}/res/xml/network_security_config.xml`);
    expect(network).toContain('cleartextTrafficPermitted="false"');
    expect(network).not.toMatch(/src="user"|cleartextTrafficPermitted="true"/);
  });

  test("every picture, text and file the manifest names is there", () => {
    for (const [, kind, name] of manifest.matchAll(/"@(mipmap|drawable|xml)\/(\w+)"/g))
      expect(globSync(`${kind}*/${name}.*`, { cwd: join(app, android, "res") }), name).not.toEqual(
        [],
      );
    const values = globSync("values/*.xml", { cwd: join(app, android, "res") })
      .map((file) => read(`${android}/res/${file}`))
      .join("");
    const gradle = read("android/app/build.gradle");
    const made = all(gradle, /resValue 'string', '(\w+)'/g).map((name) => `<string name="${name}"`);
    for (const [, kind, name] of manifest.matchAll(/"@(string|color)\/(\w+)"/g))
      expect([...made, values].join("")).toContain(`<${kind} name="${name}"`);
    // Android takes none of what is there twice.
    for (const each of made) expect(values).not.toContain(each);
  });

  test("[S-8] what the build reads of the settings is what cap sync writes, with the same values without it", () => {
    const gradle = read("android/app/build.gradle");
    const [, defaults = ""] = /JsonSlurper\(\)[^[]*\[([^\]]*)\]/.exec(gradle) ?? [];
    const written = Object.entries(JSON.parse(forGradle(nativeSettings({}))) as object);
    expect(defaults.trim()).toBe(written.map(([name, value]) => `${name}: '${value}'`).join(", "));
    for (const [name] of written) expect(gradle).toContain(`provider.${name}`);
  });

  test("[A-9] the plugin for codes is registered, under the name the page calls it by", () => {
    const java = `${android}/java/${config.appId!.replaceAll(".", "/")}`;
    expect(read(`${java}/MainActivity.java`)).toContain("registerPlugin(SmsCodePlugin.class)");
    const plugin = read(`${java}/SmsCodePlugin.java`);
    const [name] = all(plugin, /@CapacitorPlugin\(name = "(\w+)"\)/g);
    expect(read("src/native/capacitor-sms.ts")).toContain(
      `registerPlugin<SmsCodePlugin>("${name}")`,
    );
    expect(all(plugin, /@PluginMethod\s+public void (\w+)\(/g)).toEqual(["next", "stop"]);
    expect(read("android/app/build.gradle")).toContain("play-services-auth-api-phone");
  });

  test("[S-8] [T-8] links to a station and to a shared trip open the app, of one host and by TLS only", () => {
    const [, filter = ""] =
      /<intent-filter android:autoVerify="true">([^]*?)<\/intent-filter>/.exec(manifest) ?? [];
    expect(all(filter, /android:(?:scheme|host|pathPrefix)="([^"]+)"/g)).toEqual([
      "https",
      "${linkHost}",
      ...LINK_PATHS,
    ]);
  });
});

describe("iOS", () => {
  const info = read("ios/App/App/Info.plist");
  const valueOf = (key: string) =>
    new RegExp(`<key>${key}</key>\\s*<string>([^<]*)</string>`).exec(info)?.[1];

  test("says in a sentence what it wants each permission for, and asks for no other", () => {
    const keys = all(info, /<key>(NS\w+UsageDescription)<\/key>/g);
    expect(keys.toSorted()).toEqual([
      "NSCameraUsageDescription",
      "NSLocationWhenInUseUsageDescription",
      "NSPhotoLibraryUsageDescription",
    ]);
    for (const key of keys) expect(valueOf(key), key).toMatch(/^To .{20,}\.$/);
    expect(info).not.toContain("NSAllowsArbitraryLoads");
  });

  test("[N-5] the push plugin gets its token, and the entitlements are part of both builds", () => {
    const delegate = read("ios/App/App/AppDelegate.swift");
    expect(delegate).toContain(".capacitorDidRegisterForRemoteNotifications");
    expect(delegate).toContain(".capacitorDidFailToRegisterForRemoteNotifications");
    const project = read("ios/App/App.xcodeproj/project.pbxproj");
    const builds = all(project, /CODE_SIGN_ENTITLEMENTS = ([^;]+);/g);
    expect(builds).toEqual(["App/App.entitlements", "App/App.entitlements"]);
    // The settings decide the id, and what a build is of counts more than they.
    expect(project).not.toContain("PRODUCT_BUNDLE_IDENTIFIER");
    expect(read("ios/provider.xcconfig")).toContain(
      `PRODUCT_BUNDLE_IDENTIFIER = ${config.appId}\n`,
    );
    const rights = read("ios/App/App/App.entitlements");
    expect(rights).toContain("<key>aps-environment</key>");
    expect(rights).toContain("<string>applinks:$(LINK_HOST)</string>");
  });

  test("[S-8] every kind of build has name, links and id of the settings", () => {
    const project = read("ios/App/App.xcodeproj/project.pbxproj");
    // Debug and Release, of the project and of its target.
    expect(
      all(project, /baseConfigurationReference = \w+ \/\* ([\w.]+) \*\/;/g).toSorted(),
    ).toEqual(["debug.xcconfig", "debug.xcconfig", "provider.xcconfig", "provider.xcconfig"]);
    expect(read("ios/debug.xcconfig")).toContain('#include "provider.xcconfig"');
    const defaults = read("ios/provider.xcconfig");
    // Last, so that it counts.
    expect(defaults.trimEnd().endsWith('#include? "synced.xcconfig"')).toBe(true);
    const decided = (text: string) => all(text, /^(\w+) = /gm).filter((name) => !/TEAM/.test(name));
    expect(decided(defaults)).toEqual(decided(forXcode(nativeSettings({}))));
    expect(valueOf("CFBundleDisplayName")).toBe("$(PROVIDER_NAME)");
  });
});

describe("[N-5] a locked screen", () => {
  /** The service names the provider; before, it named this. */
  const TITLES = { en: "Charging", hi: "चार्जिंग", ur: "چارجنگ" };
  /** By the name a push gives: what it shows. */
  const wordsOf = (language: keyof typeof GENERAL) => ({
    push_title: TITLES[language],
    ...Object.fromEntries(
      Object.entries(GENERAL[language]).map(([push, text]) => [`push_${push}`, text]),
    ),
  });
  const pairs = (text: string, pattern: RegExp) =>
    Object.fromEntries([...text.matchAll(pattern)].map(([, name, value]) => [name!, value]));

  test.each(["en", "hi", "ur"] as const)("has all words in %s, on both kinds of phones", (to) => {
    const folder = to === "en" ? "values" : `values-${to}`;
    const strings = read(`${android}/res/${folder}/strings.xml`);
    expect(pairs(strings, /<string name="(push_\w+)">([^<]*)</g)).toEqual(wordsOf(to));
    const apple = read(`ios/App/App/${to}.lproj/Localizable.strings`);
    expect(pairs(apple, /^"(\w+)" = "([^"]*)";$/gm)).toEqual(wordsOf(to));
  });

  test("the Xcode project carries each language's files, and the sentences of permissions too", () => {
    const project = read("ios/App/App.xcodeproj/project.pbxproj");
    for (const file of globSync("*.lproj/*.strings", { cwd: join(app, "ios/App/App") })) {
      const [, id] = new RegExp(`(\\w{24}) [^\\n]*path = ${file};`).exec(project) ?? [];
      // Once as a file and once in its group.
      expect([file, id && project.split(id).length - 1]).toEqual([file, 2]);
    }
    for (const name of ["Localizable", "InfoPlist"])
      expect(project).toContain(`/* ${name}.strings in Resources */,`);
    const regions = /knownRegions = \(([^)]*)\)/.exec(project)?.[1]?.match(/\w+/g);
    expect(regions).toEqual(["en", "Base", "hi", "ur"]);
    const asked = all(read("ios/App/App/Info.plist"), /<key>(NS\w+UsageDescription)<\/key>/g);
    for (const to of ["hi", "ur"]) {
      const said = read(`ios/App/App/${to}.lproj/InfoPlist.strings`);
      expect(Object.keys(pairs(said, /^"(\w+)" = "([^"]{20,})";$/gm))).toEqual(asked);
    }
  });
});

test("both projects know every plugin the app depends on, and no other", () => {
  const { dependencies } = JSON.parse(read("package.json")) as {
    dependencies: Record<string, string>;
  };
  const plugins = Object.keys(dependencies)
    .filter((name) => /capacitor/.test(name) && !/^@capacitor\/(?:core|android|ios)$/.test(name))
    .toSorted();
  expect(plugins.length).toBeGreaterThan(8);
  const gradle = all(
    read("android/capacitor.settings.gradle"),
    /new File\('[^']*node_modules\/((?:@[\w-]+\/)?[\w-]+)\/android'\)/g,
  );
  const swift = all(
    read("ios/App/CapApp-SPM/Package.swift"),
    /path: "[^"]*node_modules\/((?:@[\w-]+\/)?[\w-]+)"/g,
  );
  expect(gradle.filter((name) => name !== "@capacitor/android").toSorted()).toEqual(plugins);
  expect(swift.toSorted()).toEqual(plugins);
});

test("[N-1] every icon the manifest and the page name is there, in the size it says", async () => {
  const { default: sharp } = await import("sharp");
  const { icons } = JSON.parse(read("public/manifest.webmanifest")) as {
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  for (const { src, sizes } of icons) {
    expect(existsSync(join(app, "public", src)), src).toBe(true);
    if (sizes === "any") continue;
    const { width, height } = await sharp(join(app, "public", src)).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  expect(icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  for (const [, href = ""] of read("index.html").matchAll(
    /href="(\/[\w-]+\.(?:png|webmanifest))"/g,
  ))
    expect(existsSync(join(app, "public", href)), href).toBe(true);
});

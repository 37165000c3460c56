import type { NodePath, PluginObj, types } from "@babel/core";
import macro from "@lingui/babel-plugin-lingui-macro";
import { getConfig } from "@lingui/conf";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { lingui } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import { fileURLToPath } from "node:url";
import type { Plugin, PluginOption } from "vite";

const configPath = fileURLToPath(new URL("../lingui.config.ts", import.meta.url));

/** Compiles the texts of `*copy.ts` into messages, and the catalogues into modules; a missing translation fails the build. */
export const messages = (): PluginOption[] => [
  babel({
    include: /\/src\/.*copy\.ts$/,
    plugins: [
      [macro, { descriptorFields: "message", linguiConfig: getConfig({ configPath }) }],
      compiled,
    ],
  }),
  lingui({ configPath, failOnMissing: true, failOnCompileError: true }),
  smallNumbers,
];

/**
 * Lingui writes the number of each plural with Intl, whose first number format costs a phone as much as the rest of the
 * screen. Whole numbers below a thousand are written alike in all languages of the app.
 */
const WITH_INTL = /(?<=function number\(\w+, (\w+), (\w+)\) \{)/;
const smallNumbers: Plugin = {
  name: "small-numbers",
  transform: {
    filter: { id: /@lingui\/core\/dist\/index\.mjs$/ },
    handler(code) {
      if (!WITH_INTL.test(code)) throw new Error("@lingui/core writes numbers in another way");
      return code.replace(
        WITH_INTL,
        (_, value, format) =>
          `if (!${format} && ${value} >= 0 && ${value} < 1000 && ${value} % 1 === 0) return String(${value});`,
      );
    },
  },
};

/**
 * English is read from the code, without a catalogue. Its messages are compiled here as those of the catalogues are, so
 * that the browser needs no parser for them.
 */
function compiled({ types: t }: { types: typeof types }): PluginObj {
  const isNamed = (property: types.Node, name: string): property is types.ObjectProperty =>
    t.isObjectProperty(property) && t.isIdentifier(property.key, { name });
  const exit = (program: NodePath<types.Program>) =>
    program.traverse({
      ObjectExpression({ node }) {
        const message = node.properties.find((one) => isNamed(one, "message"));
        if (!node.properties.some((one) => isNamed(one, "id")) || !message) return;
        if (!isNamed(message, "message") || !t.isStringLiteral(message.value)) return;
        const tokens = compileMessage(message.value.value);
        const list = t.valueToNode(Array.isArray(tokens) ? tokens : [tokens]);
        if (t.isExpression(list)) message.value = list;
      },
    });
  return { visitor: { Program: { exit } } };
}

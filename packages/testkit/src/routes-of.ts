/** The paths that a router knows, read from its own listing. */
export function routesOf(http: { printRoutes(how: { commonPrefix: false }): string }): string[] {
  const stack: string[] = [];
  const found = new Set<string>();
  for (const line of http.printRoutes({ commonPrefix: false }).split("\n")) {
    const match = /^([│ ]*)[├└]── (\S*) ?(\(.*\))?$/.exec(line);
    if (!match) continue;
    stack.length = match[1]!.length / 4;
    stack.push(match[2]!);
    if (match[3]) found.add(stack.join(""));
  }
  return [...found].toSorted();
}

import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { keys } from "../../api/queries/keys.ts";
import { signOut } from "../../api/account/account.ts";
import {
  answers,
  currentServer,
  type Environment,
  environments,
  isAllowed,
  keepServer,
  knownServers,
  ownEnvironment,
  serverAddress,
} from "../../native/servers.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Banner, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toast.ts";
import { serverCopy as copy } from "./server-copy.ts";
import "./info.css";

/** How long a server may take to say that it is well, ms. */
const patienceMs = 8000;

/** Which server the app speaks to. Nothing but a press on Save changes it: the page's address says nothing about it. */
export default function ServerPage() {
  const own = useQuery({
    queryKey: keys.ownEnvironment,
    queryFn: () => ownEnvironment(patienceMs),
    staleTime: Infinity,
  });
  return own.data === undefined ? (
    <Screen title={copy.title}>
      <SkeletonRows rows={5} />
    </Screen>
  ) : (
    <ServerForm environment={own.data} />
  );
}

type Choice = Environment | "custom";

function ServerForm({ environment }: { environment: Environment | null }) {
  const { origin } = location;
  const current = currentServer();
  // A server that does not say what it is counts as the strictest.
  const addresses = { ...knownServers, [environment ?? "PROD"]: origin };
  const inUse: Choice = environments.find((name) => addresses[name] === current) ?? "custom";
  const [choice, setChoice] = useState(inUse);
  const [typed, setTyped] = useState(inUse === "custom" ? current : "");
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const name = useId();

  const save = useMutation({
    mutationFn: async (address: string) => {
      if (!(await answers(address, patienceMs))) throw new Error(address);
      await signOut();
      keepServer(address);
      location.replace(paths.login);
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const address = choice === "custom" ? serverAddress(typed) : (addresses[choice] ?? null);
    if (address === null) return setWrong(copy.addressWrong);
    if (!isAllowed(address, { origin, environment })) return setWrong(copy.notAllowed);
    setWrong(undefined);
    if (address === current) return showToast(copy.same, "info");
    if (!save.isPending) save.mutate(address);
  }

  return (
    <Screen
      title={copy.title}
      footer={
        <Button type="submit" form="server" busy={save.isPending && copy.saving}>
          {copy.save}
        </Button>
      }
    >
      <form id="server" className="form" noValidate onSubmit={submit}>
        <p className="ink2 intro">{copy.intro}</p>
        <fieldset className="f">
          <legend className="label">{copy.which}</legend>
          {[...environments, "custom" as const].map((each) => {
            const address = each === "custom" ? undefined : addresses[each];
            const missing = each !== "custom" && address === undefined;
            return (
              <label key={each} className={`server${missing ? " is-missing" : ""}`}>
                <input
                  type="radio"
                  className="sr-only"
                  name={name}
                  disabled={missing}
                  checked={choice === each}
                  onChange={() => {
                    setChoice(each);
                    setWrong(undefined);
                  }}
                />
                <span className={`radio${choice === each ? " is-on" : ""}`} />
                <span className="grow">
                  {each === "custom" ? copy.custom : copy.environments[each]}
                  {each === "custom" ? null : (
                    <span className="sub ink2">{address ?? copy.noAddress}</span>
                  )}
                </span>
                {each === inUse ? <span className="tag tag--accent">{copy.inUse}</span> : null}
              </label>
            );
          })}
        </fieldset>
        {choice === "custom" ? (
          <TextField
            className="f"
            label={copy.address}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            help={copy.addressHelp}
            error={wrong}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : null}
        {save.isError ? (
          <Banner kind="err" title={copy.silentTitle} className="f">
            {copy.silentText(save.error.message)}
          </Banner>
        ) : null}
        <Banner kind="warn">{copy.consequence}</Banner>
      </form>
    </Screen>
  );
}

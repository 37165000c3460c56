import { serviceTimeOf } from "../../clock.ts";
import { paths } from "../../paths.ts";
import { Screen, useBack } from "../../ui/Screen.tsx";
import { useToasts } from "../../ui/toast.ts";
import { useNow } from "../../ui/use-now.ts";
import { age } from "./age.ts";
import { noticeCopy as copy } from "./copy.ts";

/** What the app said at the top since it was opened, the newest first. */
export function MessagesScreen() {
  const said = useToasts((store) => store.said);
  const now = useNow();
  const back = useBack(paths.notifications);
  return (
    <Screen title={copy.shown} onBack={back}>
      {said.length === 0 ? <p className="pad ink2">{copy.noneShown}</p> : null}
      <ul className="rows">
        {said.map(({ id, text, at }) => {
          const instant = new Date(serviceTimeOf(at)).toISOString();
          return (
            <li key={id} className="row told">
              <span className="body">
                <span className="title--m">{text}</span>
                <time className="cap ink3 num" dateTime={instant}>
                  {age(instant, now)}
                </time>
              </span>
            </li>
          );
        })}
      </ul>
    </Screen>
  );
}

import { Star } from "@phosphor-icons/react/dist/csr/Star";
import type { Rating, Session } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { serviceNow } from "../../clock.ts";
import { call } from "../../api/http/call.ts";
import { rateSession } from "../../api/http/endpoints/support.ts";
import { keys } from "../../api/queries/keys.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { fieldError } from "../../api/http/refusal.ts";
import { offlineCopy } from "../../offline/copy.ts";
import { isOffline, enqueue } from "../../offline/queue.ts";
import { QueuedNote } from "../../offline/QueuedNote.tsx";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Choice.tsx";
import { FormScreen } from "../../ui/FormScreen.tsx";
import { when } from "../../ui/format.ts";
import { TextArea } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toast.ts";
import { ratingCopy as copy } from "./copy.ts";

type Tag = Rating["tags"][number];
const GOOD: readonly Tag[] = ["EASY_TO_FIND", "CLEAN", "SAFE", "FAST", "FAIR_PRICE"];
const BAD: readonly Tag[] = ["HARD_TO_FIND", "BLOCKED", "BROKEN", "SLOW", "PRICE_WRONG", "UNSAFE"];
/** As the contract has it. */
const MOST_TEXT = 1000;

/** Stars, tags and text. A rating can be changed until the service refuses. */
export function RatingForm({
  session,
  rating,
  chosen,
}: {
  session: Session;
  rating: Rating | null;
  /** Stars that were chosen on the way here; null: none. */
  chosen: number | null;
}) {
  const [stars, setStars] = useState(chosen ?? rating?.stars ?? 0);
  const [tags, setTags] = useState<readonly Tag[]>(rating?.tags ?? []);
  const [text, setText] = useState(rating?.text ?? "");
  const [opened] = useState(serviceNow);
  const zone = session.location.time_zone;
  const closed = rating !== null && Date.parse(rating.editable_until) <= opened;
  const until = rating ? when(rating.editable_until, INDIA_ZONE).fullDate : null;
  const said = { stars, tags: [...tags], text: text.trim() || null };
  const rate = useMutation({
    mutationFn: async () =>
      (
        await call(rateSession, {
          params: { id: session.id },
          body: said,
        })
      ).data,
    onSuccess: (saved) => {
      queryClient.setQueryData(keys.rating(session.id), saved);
      showToast(copy.sent);
    },
    onError: (error) => {
      if (!isOffline(error)) return;
      enqueue({ kind: "rating", sessionId: session.id, body: said });
      showToast(offlineCopy.later.rating, "info", 5000);
    },
  });

  const toggle = (tag: Tag) =>
    setTags((all) => (all.includes(tag) ? all.filter((each) => each !== tag) : [...all, tag]));
  const chips = (name: string, of: readonly Tag[]) => (
    <fieldset className="f">
      <legend className="label">{name}</legend>
      <div className="rating-tags">
        {of.map((tag) => (
          <Chip key={tag} on={tags.includes(tag)} disabled={closed} onClick={() => toggle(tag)}>
            {copy.tags[tag]}
          </Chip>
        ))}
      </div>
    </fieldset>
  );

  return (
    <FormScreen
      title={copy.title}
      submit={closed ? null : rating ? copy.change : copy.send}
      busy={rate.isPending && copy.sending}
      errors={{ stars: stars > 0 ? undefined : copy.starsMissing }}
      refusal={isOffline(rate.error) ? null : rate.error}
      onSubmit={() => rate.mutate()}
    >
      {(shown) => (
        <>
          <p className="ink2 intro num">
            {copy.about(
              session.location.name,
              when(session.start_date_time ?? session.requested_at, zone).fullDate,
            )}
          </p>
          <Stars stars={stars} disabled={closed} error={shown.stars} onChange={setStars} />
          {chips(copy.good, GOOD)}
          {chips(copy.bad, BAD)}
          <TextArea
            label={copy.text}
            help={copy.textHelp}
            rows={3}
            maxLength={MOST_TEXT}
            value={text}
            disabled={closed}
            error={fieldError(rate.error, "text")}
            onChange={({ target: { value } }) => setText(value)}
          />
          {until ? (
            <p className="sub ink2 num">{closed ? copy.closed(until) : copy.until(until)}</p>
          ) : null}
          <ButtonLink kind="quiet" small to={paths.checkIn(session.location.id)}>
            {copy.checkIn}
          </ButtonLink>
          <QueuedNote which={(wish) => wish.kind === "rating" && wish.sessionId === session.id} />
        </>
      )}
    </FormScreen>
  );
}

/** Five radios that look like stars: arrow keys and screen readers know what they are. */
function Stars({
  stars,
  disabled,
  error,
  onChange,
}: {
  stars: number;
  disabled: boolean;
  error: string | undefined;
  onChange: (stars: number) => void;
}) {
  const name = useId();
  return (
    <fieldset
      className="f"
      disabled={disabled}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className="label">{copy.stars}</legend>
      <div className="stars">
        {copy.starNames.map((label, at) => (
          <label key={label} className={at < stars ? "is-on" : undefined}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              data-invalid={error && at === 0 ? "" : undefined}
              aria-label={label}
              checked={stars === at + 1}
              onChange={() => onChange(at + 1)}
            />
            <Star size={40} weight={at < stars ? "fill" : "regular"} aria-hidden="true" />
          </label>
        ))}
      </div>
      <p className="sub ink2" aria-hidden="true">
        {stars > 0 ? copy.starNames[stars - 1] : "\u00a0"}
      </p>
      {error ? (
        <p className="help err" id={`${name}-error`} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

import { CaretDown } from "@phosphor-icons/react/dist/csr/CaretDown";
import { MagnifyingGlass } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useEffect, useState } from "react";
import { useMessages } from "../../api/queries/messages.ts";
import { written } from "../../language/current-language.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Choice.tsx";
import { emptyStone } from "../../ui/drawings/empty-stone.ts";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { faqCopy as copy } from "./copy.ts";
import "./support.css";

/** A pause in typing that is worth a question to the service, ms. */
const typingMs = 300;

/** Questions and answers by category; the words are looked for by the service. */
export default function FaqPage() {
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const [category, setCategory] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const all = useMessages("FAQ").data;
  const found = useMessages("FAQ", search);
  const categories = [...new Set((all ?? []).map(categoryOf))];
  const shown = found.data?.filter((one) => category === null || categoryOf(one) === category);

  return (
    <Screen title={copy.title} className="faq">
      <search className="faq-search">
        <label className="search">
          <MagnifyingGlass size={24} aria-hidden="true" />
          <input
            type="search"
            aria-label={copy.search}
            placeholder={copy.searchHint}
            maxLength={100}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      </search>
      {categories.length > 1 ? (
        <fieldset className="chips">
          <legend className="sr-only">{copy.categories}</legend>
          <Chip plain on={category === null} onClick={() => setCategory(null)}>
            {copy.all}
          </Chip>
          {categories.map((name) => (
            <Chip plain key={name} on={name === category} onClick={() => setCategory(name)}>
              {name}
            </Chip>
          ))}
        </fieldset>
      ) : null}
      <output className="sr-only">{shown && search ? copy.found(shown.length) : null}</output>
      {shown === undefined ? (
        found.isError ? (
          <LoadError title={copy.failed} error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <SkeletonRows rows={6} />
        )
      ) : shown.length === 0 ? (
        <Empty
          art={emptyStone("?")}
          title={search || category ? copy.noneTitle : copy.emptyTitle}
          action={
            <ButtonLink kind="secondary" small to={paths.support}>
              {copy.ask}
            </ButtonLink>
          }
        >
          {search || category ? copy.noneText : null}
        </Empty>
      ) : (
        <ul className="rows">
          {shown.map(({ id, title, text, language }) => (
            <li key={id} {...written(language)}>
              <details className="question">
                <summary className="row">
                  <span className="body title--m">{title}</span>
                  <CaretDown size={20} weight="bold" aria-hidden="true" />
                </summary>
                <p className="answer ink2">{text}</p>
              </details>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}

const categoryOf = ({ category }: { category: string | null }) => category ?? copy.other;

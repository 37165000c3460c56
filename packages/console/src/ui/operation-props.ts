import type { ReactNode } from "react";
import type { AnswerOf } from "../api/call.ts";
import type { OperationName } from "../api/operations.ts";

export type Given = Record<string, unknown>;

export type OperationProps<N extends OperationName> = {
  name: N;
  /** The verb on the button. */
  label: string;
  /** What the path names, and what is sent beside what the member writes. */
  params?: Given;
  query?: Given;
  fixed?: Given;
  /** What the thing is now: the form begins with it. */
  now?: Given;
  /** Which of the fields are written, in which order; without it all that are not given. */
  fields?: readonly string[];
  /** Fields that must be written although the operation can do without them. */
  needed?: readonly string[];
  labels?: Record<string, string>;
  /** What the member should know before they do it. */
  about?: ReactNode;
  danger?: boolean;
  primary?: boolean;
  done?: string;
  /** The answer is a document that is saved as a file. */
  saves?: { type: string; fileName: string };
  /** What is shown instead of closing: what is in this answer and nowhere else. */
  result?: (answer: AnswerOf<N>) => ReactNode;
  onDone?: (answer: AnswerOf<N>) => void;
};

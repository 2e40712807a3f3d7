import type { Status } from '#api/status.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import type { PathDifference } from '#ui/texts/merge-edit.ts'
import type { ImportPlan, UnreadableDocument } from './documents.ts'
import type { Verb } from './send-document.ts'

/** The state of one document. */
export type Outcome =
  | { readonly type: 'asking' }
  /** Result of a dry run. */
  | { readonly type: 'would'; readonly verb: Verb; readonly changes: readonly PathDifference[] }
  /** The document needs something that an earlier document creates; it is tried after that. */
  | { readonly type: 'later'; readonly needs: string }
  /** Refused, by the dry run or by the actual request, because of this line of the text. */
  | { readonly type: 'refused'; readonly status: Status; readonly line: number }
  | { readonly type: 'sending' }
  | { readonly type: 'done'; readonly verb: Verb; readonly resourceVersion: string }

export interface ImportState {
  readonly text: string
  /** Source of the text: a file name or `pasted`. */
  readonly source: string
  readonly namespace: string
  readonly manager: string
  readonly plans: readonly ImportPlan[]
  readonly unreadable: readonly UnreadableDocument[]
  /** By document number. */
  readonly outcomes: ReadonlyMap<number, Outcome>
  /** Documents that the user skips, and those whose conflicts are forced. */
  readonly skipped: ReadonlySet<number>
  readonly forced: ReadonlySet<number>
  readonly stopAtRefusal: boolean
  /** The reason why Apply sent nothing; `''` if it did. */
  readonly noRoom: string
  readonly isSending: boolean
  /** The text is being read; there are no documents yet. */
  readonly isReading: boolean
}

export interface Imports {
  readonly store: ReadableStore<ImportState>
  /** Reads a text and tries its documents. Resolves when they were tried. */
  read(text: string, source: string): Promise<void>
  /** Reads files; files that are too large together are not loaded. */
  readFiles(files: readonly File[]): Promise<void>
  setNamespace(namespace: string): void
  setManager(manager: string): void
  /** Repeats the dry run of every document that is not stored yet. */
  tryAll(): Promise<void>
  /** Skips a document, or includes it again. */
  toggleSkip(number: number): void
  /** Forces the conflicting fields of one document. */
  force(number: number): Promise<void>
  /** Applies the remaining documents in order, unless they do not fit; stored ones are not sent twice. */
  apply(): Promise<void>
  /** Sets whether `apply` stops at the first refusal. */
  setStopAtRefusal(stopAtRefusal: boolean): void
}

/** Returns the numbers of the documents that Apply would send. */
export const sendable = ({ plans, outcomes, skipped }: ImportState): readonly number[] =>
  plans
    .map(({ document }) => document.number)
    .filter((number) => {
      const type = outcomes.get(number)?.type
      return !skipped.has(number) && (type === 'would' || type === 'later')
    })

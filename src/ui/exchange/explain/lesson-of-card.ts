/** A lesson that teaches the rule of a refusal. */
export interface CardLesson {
  readonly id: string
  readonly title: string
}

const lessons = {
  race: { id: 'race-409', title: 'A 409 race' },
  apply: { id: 'apply-conflicts', title: 'Apply and conflicts' },
  preconditions: { id: 'preconditions', title: 'Preconditions' },
  stuck: { id: 'stuck-namespace', title: 'A stuck namespace' },
  first: { id: 'first-write', title: 'First write' },
  gone: { id: 'gone-and-relist', title: '410 and relist' },
  pages: { id: 'paging-snapshots', title: 'Paging snapshots' },
  fresh: { id: 'resource-versions', title: 'How fresh is a read?' },
  strict: { id: 'dry-run-strict', title: 'Dry run and strict fields' },
  patches: { id: 'four-patches', title: 'Four patches' },
  forms: { id: 'content-negotiation', title: 'One object, four forms' },
  selectors: { id: 'selectors', title: 'Labels and fields' },
  roles: { id: 'roles-who-can', title: 'Roles, and who can' },
  token: { id: 'token-identity', title: 'From token to identity' },
  policies: { id: 'policies-budgets', title: 'Policies and budgets' },
} as const satisfies Readonly<Record<string, CardLesson>>

/** Lessons by the id of a card. */
const byCard: ReadonlyMap<string, CardLesson> = new Map<string, CardLesson>([
  ['stale-version', lessons.race],
  ['conflict', lessons.race],
  ['version-required', lessons.race],
  ['apply-conflict', lessons.apply],
  ['needs-manager', lessons.apply],
  ['precondition', lessons.preconditions],
  ['namespace-ends', lessons.stuck],
  ['still-going', lessons.stuck],
  ['already-exists', lessons.first],
  ['page-expired', lessons.pages],
  ['token-and-version', lessons.pages],
  ['expired', lessons.gone],
  ['future-version', lessons.fresh],
  ['version-match', lessons.fresh],
  ['strict-fields', lessons.strict],
  ['patch-document', lessons.patches],
  ['patch-type', lessons.patches],
  ['not-acceptable', lessons.forms],
  ['selector', lessons.selectors],
  ['not-allowed', lessons.roles],
  ['unknown-caller', lessons.token],
  ['refused-by-admission', lessons.policies],
])

/** Returns the lesson about the refusal that a card explains, if there is one. [LSN16] */
export const lessonOfCard = (card: string): CardLesson | undefined => byCard.get(card)

/** Ids of all lessons that cards refer to. A test checks that they exist. */
export const cardLessons: readonly CardLesson[] = [...byCard.values()]

/** Ids of all cards with a lesson. A test checks that they exist. */
export const cardsWithLesson: readonly string[] = [...byCard.keys()]

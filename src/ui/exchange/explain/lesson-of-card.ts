/** A lesson that teaches the rule of a refusal. */
export interface CardLesson {
  readonly id: string
  readonly title: string
  /** The number of the step that shows this refusal, from 1. */
  readonly step: number
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
  kinds: { id: 'custom-resources', title: 'Your own kind' },
  later: { id: 'not-now', title: 'Not now' },
} as const satisfies Readonly<Record<string, Omit<CardLesson, 'step'>>>

/** Lessons and their steps by the id of a card. */
const byCard: ReadonlyMap<string, CardLesson> = new Map<string, CardLesson>([
  ['stale-version', { ...lessons.race, step: 2 }],
  ['conflict', { ...lessons.race, step: 2 }],
  ['version-required', { ...lessons.race, step: 4 }],
  ['apply-conflict', { ...lessons.apply, step: 2 }],
  ['needs-manager', { ...lessons.apply, step: 1 }],
  ['precondition', { ...lessons.preconditions, step: 2 }],
  ['namespace-ends', { ...lessons.stuck, step: 2 }],
  ['still-going', { ...lessons.stuck, step: 2 }],
  ['already-exists', { ...lessons.first, step: 3 }],
  ['page-expired', { ...lessons.pages, step: 3 }],
  ['token-and-version', { ...lessons.pages, step: 2 }],
  ['expired', { ...lessons.gone, step: 3 }],
  ['future-version', { ...lessons.fresh, step: 6 }],
  ['version-match', { ...lessons.fresh, step: 5 }],
  ['strict-fields', { ...lessons.strict, step: 3 }],
  ['patch-document', { ...lessons.patches, step: 4 }],
  ['patch-type', { ...lessons.kinds, step: 5 }],
  ['not-acceptable', { ...lessons.forms, step: 4 }],
  ['selector', { ...lessons.selectors, step: 4 }],
  ['not-allowed', { ...lessons.roles, step: 1 }],
  ['unknown-caller', { ...lessons.token, step: 4 }],
  ['refused-by-admission', { ...lessons.policies, step: 3 }],
  ['policy-refused', { ...lessons.policies, step: 3 }],
  ['policy-error', { ...lessons.policies, step: 3 }],
  ['policy-without-params', { ...lessons.policies, step: 2 }],
  ['pod-security', { ...lessons.policies, step: 3 }],
  ['quota', { ...lessons.policies, step: 3 }],
  ['limits', { ...lessons.policies, step: 3 }],
  ['invalid', { ...lessons.kinds, step: 3 }],
  ['unprocessable', { ...lessons.kinds, step: 3 }],
  ['immutable', { ...lessons.kinds, step: 3 }],
  ['bad-request', { ...lessons.first, step: 1 }],
  ['no-path', { ...lessons.first, step: 1 }],
  ['no-such-method', { ...lessons.first, step: 1 }],
  ['no-namespace', { ...lessons.first, step: 1 }],
  ['names-differ', { ...lessons.first, step: 1 }],
  ['no-body', { ...lessons.first, step: 1 }],
  ['broken-text', { ...lessons.first, step: 1 }],
  ['wrong-kind', { ...lessons.first, step: 1 }],
  ['not-readable', { ...lessons.first, step: 1 }],
  ['version-on-create', { ...lessons.first, step: 1 }],
  ['not-found', { ...lessons.first, step: 2 }],
  ['names-run-out', { ...lessons.first, step: 4 }],
  ['version-text', { ...lessons.race, step: 1 }],
  ['managed-fields-sent', { ...lessons.apply, step: 1 }],
  ['force-without-apply', { ...lessons.apply, step: 3 }],
  ['body-type', { ...lessons.patches, step: 1 }],
  ['typed-patch', { ...lessons.patches, step: 3 }],
  ['too-many-operations', { ...lessons.patches, step: 4 }],
  ['dry-run-word', { ...lessons.strict, step: 1 }],
  ['field-validation-word', { ...lessons.strict, step: 3 }],
  ['budget', { ...lessons.later, step: 1 }],
  ['too-many', { ...lessons.later, step: 1 }],
  ['try-later', { ...lessons.later, step: 3 }],
  ['timed-out', { ...lessons.later, step: 3 }],
  ['bad-number', { ...lessons.pages, step: 1 }],
])

/** Returns the lesson about the refusal that a card explains, if there is one. [LSN16] */
export const lessonOfCard = (card: string): CardLesson | undefined => byCard.get(card)

/** Ids of all lessons that cards refer to. A test checks that they exist. */
export const cardLessons: readonly CardLesson[] = [...byCard.values()]

/** Ids of all cards with a lesson. A test checks that they exist. */
export const cardsWithLesson: readonly string[] = [...byCard.keys()]

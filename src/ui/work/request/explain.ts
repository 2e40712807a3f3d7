import type { Status } from '#api/status.ts'

/** Plain words beside the server's own: what happened, the rule, the fix. */
export interface Explanation {
  readonly what: string
  readonly rule: string
  readonly fix: string
}

type Explain = (status: Status) => Explanation

const nameOf = (status: Status): string => status.details?.name ?? 'the object'
const kindOf = (status: Status): string => status.details?.kind ?? 'resource'

/** One card per reason; the reason is the server's, so an unknown one falls back to its code. */
const byReason: ReadonlyMap<string, Explain> = new Map<string, Explain>([
  [
    'Conflict',
    (status) => ({
      what: `${nameOf(status)} was written after you read it, or a condition of your request did not hold.`,
      rule: 'An update names the resourceVersion it read. If that is no longer the newest, nothing is stored.',
      fix: 'Read the object again, make your change on top of it, send it with the new resourceVersion.',
    }),
  ],
  [
    'AlreadyExists',
    (status) => ({
      what: `There is already an object named ${nameOf(status)} in this collection.`,
      rule: 'A name is unique among objects of one kind in one namespace, until the object is gone.',
      fix: 'PUT or PATCH the existing one, choose another name, or use metadata.generateName.',
    }),
  ],
  [
    'NotFound',
    (status) => ({
      what: `The server has no ${kindOf(status)} of that name, or does not serve that path.`,
      rule: 'Paths are /api/v1/… for core resources and /apis/<group>/<version>/… for the others; resource words are plural.',
      fix: 'Look the name up in the list, or the resource word in discovery.',
    }),
  ],
  [
    'Invalid',
    (status) => ({
      what: `The object was understood but breaks ${causes(status)}.`,
      rule: 'Validation runs after decoding and defaults, and names every field it refuses.',
      fix: 'Mend the fields listed above and send it again; nothing was stored.',
    }),
  ],
  [
    'Expired',
    () => ({
      what: 'The history you asked for has been compacted.',
      rule: 'The server keeps changes for a limited time (5 minutes by default). Watches, exact reads and continue tokens need it.',
      fix: 'List again without a resourceVersion, then watch from the version of that list.',
    }),
  ],
  [
    'Gone',
    () => ({
      what: 'The version you asked for is no longer kept.',
      rule: 'The server keeps changes for a limited time. Watches, exact reads and continue tokens need it.',
      fix: 'List again without a resourceVersion, then watch from the version of that list.',
    }),
  ],
  [
    'Timeout',
    () => ({
      what: 'You asked for a version that the server has not reached yet.',
      rule: 'The server waits a little for a future resourceVersion, then gives up with 504.',
      fix: 'Use a resourceVersion that this server gave you, or leave it out.',
    }),
  ],
  [
    'BadRequest',
    () => ({
      what: 'The request could not be understood.',
      rule: 'Bodies and query parameters are decoded strictly: a wrong type is refused before anything else happens.',
      fix: 'Compare the text above with what you sent.',
    }),
  ],
  [
    'UnsupportedMediaType',
    () => ({
      what: 'The server does not read that Content-Type here.',
      rule: 'The Content-Type of a PATCH chooses the kind of patch; other bodies are JSON or YAML.',
      fix: 'Choose one of the types that the message lists.',
    }),
  ],
  [
    'NotAcceptable',
    () => ({
      what: 'The server cannot answer in any of the types in Accept.',
      rule: 'Accept lists what the client reads; the server never answers in a type that is not listed.',
      fix: 'Add application/json to Accept.',
    }),
  ],
  [
    'MethodNotAllowed',
    () => ({
      what: 'This path does not know that method.',
      rule: 'Collections take GET and POST (and DELETE for many), single objects GET, PUT, PATCH and DELETE.',
      fix: 'Check that the path names a collection or an object, as the method needs.',
    }),
  ],
  [
    'Forbidden',
    () => ({
      what: 'The server understood the request and refuses it.',
      rule: 'Authorization looks at verb, resource and namespace; admission can refuse what it allowed.',
      fix: 'Act as somebody who may do this, or change what the message names.',
    }),
  ],
  [
    'Unauthorized',
    () => ({
      what: 'The server does not know who you are.',
      rule: 'A token that is sent must be right; a wrong one is not treated as none.',
      fix: 'Send a token that the server knows, or none where anonymous callers are allowed.',
    }),
  ],
  [
    'RequestEntityTooLarge',
    () => ({
      what: 'The body is larger than the server takes.',
      rule: 'A request body may have 3 MiB; a stored object 1.5 MiB.',
      fix: 'Send less, or split the data over several objects.',
    }),
  ],
])

function causes(status: Status): string {
  const count = status.details?.causes?.length ?? 0
  return count === 1 ? 'one rule' : count > 1 ? `${count} rules` : 'a rule'
}

/** The card for a refusal. */
export function explain(status: Status): Explanation {
  const known = byReason.get(status.reason ?? '')
  if (known !== undefined) return known(status)
  return status.code >= 500
    ? {
        what: 'The server met a condition that is not the client’s fault.',
        rule: 'Answers from 500 up say nothing about whether the request was right.',
        fix: 'Read before you repeat: a write without an answer may have happened.',
      }
    : {
        what: 'The server refused the request.',
        rule: `Status ${status.code} stands for it in HTTP.`,
        fix: 'The message above is all that the server says.',
      }
}

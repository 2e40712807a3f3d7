import { isObject, type Json } from '#api/json.ts'
import type { Status, StatusCause } from '#api/status.ts'
import type { DebugProtobuf } from '#facts/debug-api.ts'
import { decodeBytes } from './decode-bytes.ts'
import { readYaml } from '#ui/texts/read-yaml.ts'
import type { ReceivedAnswer } from './answer.ts'

/**
 * Returns the Status of a refusal in any media type, or of the ERROR event that ended a watch, and one for the text of a path
 * that is not served; `null` for other plain text and for successful responses. [RC9]
 */
export function statusOf(answer: ReceivedAnswer): Status | null {
  if (answer.status < 400) return statusOfWatch(answer)
  if (answer.raw !== null) return statusOfBytes(answer.raw)
  if (answer.status === 404 && answer.body.trim() === pageNotFound) return noSuchPage
  const read = readYaml(answer.body)
  return read.type === 'object' && isStatus(read.object) ? read.object : null
}

/** The text for a path outside of every group that is served. */
const pageNotFound = '404 page not found'

const noSuchPage: Status = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: pageNotFound,
  reason: 'NotFound',
  code: 404,
}

const isStatus = (value: Json): value is Status => isObject(value) && value['kind'] === 'Status'

/** Returns the Status that a watch in text ended with. */
function statusOfWatch({ lines }: ReceivedAnswer): Status | null {
  const last = lines?.at(-1)
  if (last?.type !== 'ERROR') return null
  const read = readYaml(last.text)
  const status = read.type === 'object' ? read.object['object'] : undefined
  return status !== undefined && isStatus(status) ? status : null
}

const text = (name: string) => ({ name, type: 'string' })
const statusLayout: DebugProtobuf = {
  message: 'Status',
  messages: {
    Status: {
      2: text('status'),
      3: text('message'),
      4: text('reason'),
      5: { name: 'details', type: 'message', message: 'StatusDetails' },
      6: { name: 'code', type: 'int32' },
    },
    StatusDetails: {
      1: text('name'),
      2: text('group'),
      3: text('kind'),
      4: { name: 'causes', type: 'message', message: 'StatusCause', repeated: true },
      5: { name: 'retryAfterSeconds', type: 'int32' },
    },
    StatusCause: { 1: text('reason'), 2: text('message'), 3: text('field') },
  },
}

function statusOfBytes(bytes: Uint8Array): Status | null {
  const { nodes, kind } = decodeBytes(bytes, statusLayout, false)
  if (kind?.kind !== 'Status') return null
  const found = new Map(nodes.map(({ path, text: words }) => [path, words]))
  const at = (path: string): string => found.get(`raw.${path}`) ?? ''
  const causes: StatusCause[] = []
  while (found.has(`raw.details.causes[${causes.length}]`)) {
    const cause = `details.causes[${causes.length}]`
    causes.push({ reason: at(`${cause}.reason`), message: at(`${cause}.message`), field: at(`${cause}.field`) })
  }
  const wait = Number(at('details.retryAfterSeconds'))
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: at('message'),
    ...(at('reason') === '' ? {} : { reason: at('reason') }),
    details: {
      ...(at('details.name') === '' ? {} : { name: at('details.name') }),
      ...(at('details.kind') === '' ? {} : { kind: at('details.kind') }),
      ...(wait === 0 ? {} : { retryAfterSeconds: wait }),
      causes,
    },
    code: Number(at('code')),
  }
}

import { ACTING_AS_GROUPS_HEADER, ACTING_AS_HEADER } from '#facts/debug-api.ts'
import { bookShopStory, type Step } from './story.ts'

/** How the seeding went; `refused` has a line for each write that the server did not take. */
export interface SeedReport {
  readonly written: number
  readonly refused: readonly string[]
}

/** Names that exist already are left as they are, so a story that was cut short can be told again. */
const EXPECTED_REFUSALS = new Set([404, 409])

function send(fetcher: typeof fetch, step: Step, origin: string): Promise<Response> {
  const url = new URL(step.path, origin)
  url.searchParams.set('fieldManager', step.manager)
  return fetcher(url.href, {
    method: step.method,
    headers: {
      'content-type': step.contentType,
      accept: 'application/json',
      [ACTING_AS_HEADER]: step.actor,
      [ACTING_AS_GROUPS_HEADER]: step.groups.join(','),
    },
    body: JSON.stringify(step.body),
  })
}

/**
 * Writes the book shop, one request after the other, as the people and programs of its story. A plain client: it needs
 * nothing but `fetch` and the server's origin. [SD1]
 */
export async function seedBookShop(
  fetcher: typeof fetch,
  { origin, nowMs }: { readonly origin: string; readonly nowMs: number },
): Promise<SeedReport> {
  const refused: string[] = []
  let written = 0
  for (const step of bookShopStory(nowMs)) {
    // In order: a status follows the write that it reports on.
    const response = await send(fetcher, step, origin)
    const text = await response.text()
    if (response.ok) written++
    else if (!EXPECTED_REFUSALS.has(response.status))
      refused.push(`${step.method} ${step.path}: ${response.status} ${text}`)
  }
  return { written, refused }
}

import { createRoot } from 'react-dom/client'
import { showPage } from '#ui/shell/app.tsx'
import { isApiUrl } from '#page/api-url.ts'
import { callElsewhere } from './call-elsewhere.ts'
import { networkFetch } from '#page/early-fetch.ts'
import { greetElsewhere } from './greet-elsewhere.ts'
import { createHostStore } from '#page/host-store.ts'
import { serverElsewhere } from './server-elsewhere.ts'
import { SentenceOnly } from '#ui/shell/elsewhere/sentence-only.tsx'

/** Shows the server outside of this browser to which the address points, or says why it cannot. Called once. [ELS1] */
export async function startPageElsewhere(reachable: () => void): Promise<void> {
  const element = document.querySelector('#root')
  if (element === null) throw new Error('index.html has no #root')
  const root = createRoot(element)
  const server = serverElsewhere()
  if ('fault' in server) return root.render(<SentenceOnly sentence={server.fault} />)
  const owner = await greetElsewhere(server, location.origin, networkFetch)
  if ('fault' in owner) return root.render(<SentenceOnly sentence={owner.fault} />)

  const send = callElsewhere(server, owner, networkFetch)
  const api: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    return isApiUrl(new URL(request.url)) ? send(request) : networkFetch(request)
  }
  window.fetch = api
  reachable()
  const nothing = async (): Promise<void> => undefined
  const host = createHostStore({ restart: nothing, takeOver: nothing, retryTransport: nothing })
  host.elsewhere(server.url)
  void showPage(root, { ways: { fetch: api, read: api, owner }, host })
}

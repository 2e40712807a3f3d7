/*
 * The service worker: msw's own script, unmodified, behind a door of ours. Requests that are not the API's never reach
 * msw, which would otherwise take every file through the page. They go to the network, and where that is gone, to the
 * copy of the build that the page keeps (src/page/precache.ts).
 */
const API_PATH =
  /^\/(?:api|apis|openapi|version|healthz|livez|readyz|metrics|debug|clusters|logs|\.well-known\/openid-configuration)(?:\/|$)/

/** Everybody of the simulated world (src/facts/world-api.ts). */
const isWorld = (url) => url.protocol === 'https:' && url.hostname.endsWith('.example.test')

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  const isApi = isWorld(url) || (url.origin === location.origin && API_PATH.test(url.pathname))
  if (isApi && request.mode !== 'navigate') return readBodyOnce(request)
  event.stopImmediatePropagation()
  if (url.origin !== location.origin || request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(networkFirst(request, () => caches.match(keptPage(url))))
  // A name with a hash never means two things, so its copy is as good as the network.
  else if (url.pathname.includes('/assets/')) event.respondWith(cacheFirst(request))
  else if (/\/(?:theme\.js|icon\.svg)$/.test(url.pathname))
    event.respondWith(networkFirst(request, () => caches.match(request)))
})

/** The copy for a navigation without network: the page at its own address, elsewhere the page for unknown addresses. */
function keptPage({ origin, pathname }) {
  const { scope } = self.registration
  const isPage = [scope, `${scope}index.html`].includes(origin + pathname)
  return isPage ? scope : `${scope}404.html`
}

async function networkFirst(request, fallback) {
  try {
    return await fetch(request)
  } catch {
    // Firefox reports a rejection as a fault of this script, also when the page is only being left.
    return (await fallback()) ?? Response.error()
  }
}

async function cacheFirst(request) {
  return (await caches.match(request)) ?? fetch(request).catch(() => Response.error())
}

/*
 * msw clones every request twice and reads its body twice, once to hand it over and once for its life-cycle events. Each clone
 * of a body splits a stream, which takes more time than the rest of the request. Here all clones are the request itself; the
 * first to read gets the body, the others nothing: the events carry no bodies, and a request that msw would send on after
 * it was read does not exist, because the page answers all of them.
 */
function readBodyOnce(request) {
  const arrayBuffer = async () => (request.bodyUsed ? new ArrayBuffer(0) : Request.prototype.arrayBuffer.call(request))
  Object.defineProperties(request, { clone: { value: () => request }, arrayBuffer: { value: arrayBuffer } })
}

/*
 * msw also clones every response and sends the clone to the page, for events that this page does not use. An unread clone keeps
 * a watch open, and reading one costs the page's main thread more than the request. The clone has no body here, and the page gets
 * what lets msw forget the request: a response without a readable body.
 */
Response.prototype.clone = () => new Response(null)

importScripts('./direct-answers.js')
const { directAnswers, instance } = self.orchard

/*
 * msw opens a channel for each request that it hands over, and its end is mostly used here: an object serves as well. Only requests
 * that the page answers get a real one.
 */
const RealChannel = self.MessageChannel
self.MessageChannel = class {
  port1 = { onmessage: null }
  port2 = { reply: (data) => this.port1.onmessage({ data }) }
}

const sendToPage = Client.prototype.postMessage
Client.prototype.postMessage = function (message, transfer) {
  if (message?.type === 'REQUEST') return handOver(this, message, transfer)
  if (message?.type !== 'RESPONSE') return sendToPage.call(this, message, transfer)
  const { request, isMockedResponse } = message.payload
  // The page knows nothing of requests that were answered here.
  if (directAnswers.confirm(request)) return undefined
  const payload = { isMockedResponse, request: { id: request.id }, response: { type: 'opaque' } }
  return sendToPage.call(this, { type: 'RESPONSE', payload })
}

/* Sends a request to the server, or to the page while this script has no port to the server (src/service-worker). [TR8] */
function handOver(client, message, [port, ...rest]) {
  // The server recognizes requests that the browser dispatches again after it stopped this script (src/wire/writes-once.ts).
  message.payload.instance = instance
  if (directAnswers.take(client.id, message.payload, port.reply)) return
  const channel = new RealChannel()
  channel.port1.onmessage = ({ data }) => port.reply(data)
  sendToPage.call(client, message, [channel.port2, ...rest])
}

/* msw looks the client up for every request, which asks another process. A client that sends requests exists. */
const CLIENT_KEPT_MS = 1000
const keptClients = new Map()
const getClient = Clients.prototype.get
Clients.prototype.get = async function (id) {
  const kept = keptClients.get(id)
  if (kept !== undefined && performance.now() < kept.untilMs) return kept.client
  const client = await getClient.call(this, id)
  keptClients.clear()
  if (client !== undefined) keptClients.set(id, { client, untilMs: performance.now() + CLIENT_KEPT_MS })
  return client
}

importScripts('./mockServiceWorker.js')

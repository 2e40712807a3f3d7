/** A `fetch` of paths of one server. */
export type SendPath = (path: string, init?: RequestInit) => Promise<Response>

import { PlainHeaders } from './plain-headers.ts'

/**
 * Behaves like a Response. The platform's Response, with its streams, is created only for readers of the body that do
 * not know how to take it otherwise.
 */
export class LazyResponse implements Response {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly redirected = false
  readonly type = 'default'
  readonly url = ''
  readonly #make: () => BodyInit
  #made: Response | null = null

  constructor(make: () => BodyInit, { status = 200, statusText = '', headers }: ResponseInit) {
    this.status = status
    this.statusText = statusText
    this.headers = new PlainHeaders(headers)
    this.#make = make
  }

  get #whole(): Response {
    this.#made ??= new Response(this.#make(), { headers: this.headers })
    return this.#made
  }

  get ok(): boolean {
    return this.status >= 200 && this.status <= 299
  }
  get body(): Response['body'] {
    return this.#whole.body
  }
  get bodyUsed(): boolean {
    return this.#made?.bodyUsed ?? false
  }
  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#whole.arrayBuffer()
  }
  blob(): Promise<Blob> {
    return this.#whole.blob()
  }
  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#whole.bytes()
  }
  formData(): Promise<FormData> {
    return this.#whole.formData()
  }
  // Returns a promise of `any`, like Response.
  json(): ReturnType<Response['json']> {
    return this.#whole.json()
  }
  text(): Promise<string> {
    return this.#whole.text()
  }
  clone(): Response {
    const { status, statusText, headers } = this
    return new Response(this.#whole.clone().body, { status, statusText, headers })
  }
}
Object.setPrototypeOf(LazyResponse.prototype, Response.prototype)

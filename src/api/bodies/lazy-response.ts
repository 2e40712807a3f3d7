/** A Response that creates its body, its most expensive part, on first access. */
export class LazyResponse extends Response {
  readonly #make: () => BodyInit
  #made: Response | null = null

  constructor(make: () => BodyInit, init: ResponseInit) {
    super(null, init)
    this.#make = make
  }

  get #whole(): Response {
    this.#made ??= new Response(this.#make(), { headers: this.headers })
    return this.#made
  }

  override get body(): Response['body'] {
    return this.#whole.body
  }
  override get bodyUsed(): boolean {
    return this.#made?.bodyUsed ?? false
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#whole.arrayBuffer()
  }
  override blob(): Promise<Blob> {
    return this.#whole.blob()
  }
  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#whole.bytes()
  }
  override formData(): Promise<FormData> {
    return this.#whole.formData()
  }
  // Returns a promise of `any`, like Response.
  override json(): ReturnType<Response['json']> {
    return this.#whole.json()
  }
  override text(): Promise<string> {
    return this.#whole.text()
  }
  override clone(): Response {
    const { status, statusText, headers } = this
    return new Response(this.#whole.clone().body, { status, statusText, headers })
  }
}

import { errorText } from '#api/error-text.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Clock } from '#api/clock.ts'
import type { AnonymousAccess } from '#server/auth/anonymous-access.ts'
import type { AuthenticationState } from '#server/auth/authentication-state.ts'
import type { AuthorizationState } from '#server/auth/authorization-state.ts'
import type { Dialer } from '#egress/dialer.ts'
import type { Fact } from '#facts/fact.ts'
import { type ConfigKindName, configKindNames, type ReloadOutcome, type RunningConfig } from '#facts/config-api.ts'
import type { TracingSettings } from '#tracing/sampler.ts'
import { checkText, type ConfigHost, noHost } from './check-text.ts'
import { compileAuthentication, withAlgorithms } from './compile-authentication.ts'
import { compileAuthorization } from './compile-authorization.ts'
import { compileEgress } from './compile-egress.ts'
import { compileTracing } from './compile-tracing.ts'

/** The parts of a server that configuration files control. */
export interface ConfiguredParts {
  readonly authentication: AuthenticationState
  readonly authorization: AuthorizationState
  readonly dialer: Dialer
  readonly tracing: { apply(settings: TracingSettings | null): void }
}

/** Persists running files across restarts. */
export interface ConfigStore {
  load(): Promise<Readonly<Partial<Record<ConfigKindName, string>>>>
  save(kind: ConfigKindName, text: string | null): Promise<void>
}

interface Options {
  readonly parts: ConfiguredParts
  readonly clock: Clock
  readonly report: (fact: Fact) => void
  readonly host?: ConfigHost | undefined
  readonly store?: ConfigStore | undefined
  /** The server's own issuers, which no JWT authenticator may use. */
  readonly disallowedIssuers: readonly string[]
}

const historyMax = 50

interface Held {
  text: string | null
  loadedMs: number
  succeeded: number
  failed: number
  history: readonly ReloadOutcome[]
}

/** The active configuration files and their replacement. */
export class RunningConfigs {
  readonly #options: Options
  readonly #held = new Map<ConfigKindName, Held>()
  /** `anonymous` of the first file, which later files must not change. */
  #anonymous: AnonymousAccess | null | undefined
  /** Serializes reloads. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    for (const kind of configKindNames)
      this.#held.set(kind, { text: null, loadedMs: 0, succeeded: 0, failed: 0, history: [] })
  }

  get host(): ConfigHost {
    return this.#options.host ?? noHost
  }

  /** Activates the persisted files. One that is no longer valid is reported and skipped. */
  async start(): Promise<void> {
    const kept = (await this.#options.store?.load()) ?? {}
    for (const kind of configKindNames) {
      const text = kept[kind]
      // Sequential, so that facts are reported in a fixed order.
      if (text !== undefined) await this.reload(kind, text, { keep: false })
    }
  }

  list(): readonly RunningConfig[] {
    return configKindNames.map((kind) => {
      const { text, loadedMs, succeeded, failed, history } = this.#of(kind)
      return { kind, text, loadedMs, reloads: { succeeded, failed }, history }
    })
  }

  textOf(kind: ConfigKindName): string | null {
    return this.#of(kind).text
  }

  /**
   * Validates and activates a file. An invalid one changes nothing. A `text` of null removes the configuration. [LD2]
   */
  reload(
    kind: ConfigKindName,
    text: string | null,
    { keep = true }: { readonly keep?: boolean } = {},
  ): Promise<ReloadOutcome> {
    const run = this.#last.then(() => this.#reload(kind, text, keep))
    this.#last = run.catch(() => undefined)
    return run
  }

  /**
   * Activates authenticators that the host's flags describe instead of a file, before any file. `algorithms` are the
   * accepted signature algorithms. @throws ConfigError, or Error for an unknown algorithm [FL3]
   */
  applyFlags(text: string, algorithms: readonly string[]): void {
    const settings = compileAuthentication(this.check('AuthenticationConfiguration', text).spec)
    this.#options.parts.authentication.apply({
      ...settings,
      jwt: settings.jwt.map((config) => withAlgorithms(config, algorithms)),
    })
  }

  /** Returns the configuration of a text. @throws ConfigError */
  check<Kind extends ConfigKindName>(kind: Kind, text: string): ReturnType<typeof checkText<Kind>> {
    return checkText(kind, text, { host: this.host, disallowedIssuers: this.#options.disallowedIssuers })
  }

  async #reload(kind: ConfigKindName, text: string | null, keep: boolean): Promise<ReloadOutcome> {
    const held = this.#of(kind)
    const timeMs = this.#options.clock.now()
    const hash = text === null ? '' : bytesToHex(sha256(utf8ToBytes(text)))
    let message = ''
    try {
      await this.#apply(kind, text)
      // Persisted before it is reported.
      if (keep) await this.#options.store?.save(kind, text)
      Object.assign(held, { text, loadedMs: timeMs, succeeded: held.succeeded + 1 })
    } catch (error) {
      message = errorText(error)
      held.failed += 1
    }
    const outcome: ReloadOutcome = {
      kind,
      timeMs,
      isInForce: message === '',
      message,
      hash,
      ...(keep ? {} : { atStart: true }),
    }
    held.history = [...held.history.slice(1 - historyMax), outcome]
    this.#options.report({ type: 'config-reload', reload: outcome })
    return outcome
  }

  async #apply(kind: ConfigKindName, text: string | null): Promise<void> {
    await this.host.prepare?.()
    const { authorization, dialer, tracing } = this.#options.parts
    switch (kind) {
      case 'AuthenticationConfiguration':
        return this.#applyAuthentication(text)
      case 'AuthorizationConfiguration':
        authorization.apply(
          text === null ? null : await compileAuthorization(this.check(kind, text).spec, this.host.readFile),
        )
        return
      case 'EgressSelectorConfiguration':
        dialer.apply(text === null ? null : compileEgress(this.check(kind, text).spec))
        return
      case 'TracingConfiguration':
        tracing.apply(text === null ? null : compileTracing(this.check(kind, text).spec))
    }
  }

  /**
   * The first file is activated at once, even before discovery of its issuers; later ones only after discovery
   * succeeded. [LD3] [LD4]
   */
  async #applyAuthentication(text: string | null): Promise<void> {
    const { authentication } = this.#options.parts
    if (text === null) {
      this.#anonymous = undefined
      authentication.apply(null)
      return
    }
    const settings = compileAuthentication(this.check('AuthenticationConfiguration', text).spec)
    const isFirst = this.#anonymous === undefined
    if (!isFirst && JSON.stringify(settings.anonymous) !== JSON.stringify(this.#anonymous))
      throw new Error('anonymous: Forbidden: changed from initial configuration file')
    if (isFirst) authentication.apply(settings)
    const why = isFirst ? null : await authentication.replace(settings)
    if (why !== null) throw new Error(why)
    this.#anonymous = settings.anonymous
  }

  #of(kind: ConfigKindName): Held {
    const held = this.#held.get(kind)
    if (held === undefined) throw new Error(`no kind ${kind}`)
    return held
  }
}

import { bytesToHex } from '@noble/hashes/utils.js'
import type { Clock } from '#api/clock.ts'
import { type ExporterStatus, type SendSpans, spanExporter } from '#tracing/span-exporter.ts'
import { defaultEndpoint, type TracingSettings } from '#tracing/sampler.ts'
import type { Tracer } from './tracing.ts'

/** The active tracing settings and the export of spans. */
export interface TracingState extends Tracer {
  /** Activates other settings. `null` ends tracing; queued spans are still exported. [LD1] */
  apply(settings: TracingSettings | null): void
  status(): ExporterStatus
  /** Exports queued spans, for displays and shutdown. */
  flush(): Promise<void>
  stop(): void
}

interface Options {
  readonly clock: Clock
  readonly monotonicMs: () => number
  /** Default: spans are not exported. */
  readonly sendSpans?: SendSpans | undefined
}

const rejectCalls: SendSpans = () => Promise.reject(new Error('this server reaches no collector'))

export function tracingState({ clock, monotonicMs, sendSpans = rejectCalls }: Options): TracingState {
  let settings: TracingSettings | null = null
  const exporter = spanExporter({
    clock,
    send: sendSpans,
    endpoint: () => settings?.endpoint ?? defaultEndpoint,
    resource: { 'service.name': 'apiserver', 'telemetry.sdk.name': 'orchard' },
  })
  return {
    settings: () => settings,
    finished: (spans) => exporter.add(spans),
    randomHex,
    monotonicMs,
    apply: (next) => {
      settings = next
    },
    status: () => exporter.status(),
    flush: () => exporter.flush(),
    stop: () => exporter.stop(),
  }
}

const randomHex = (bytes: number): string => bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)))

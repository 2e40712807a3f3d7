/** Label values by name, in output order. */
export type MetricLabels = Readonly<Record<string, string>>

/** Limits the number of series, because clients can invent label values. */
const seriesMax = 2000

const escape = (text: string): string => text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/"/g, '\\"')

const printLabels = (labels: MetricLabels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(',')

const head = (name: string, type: string, help: string): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

/** A metric family of `/metrics` with its series. */
export interface MetricFamily {
  /** Returns the lines of the Prometheus text format; a family without series has none. */
  lines(): readonly string[]
}

interface Series<Value> {
  /** As `lines` shows them. */
  readonly labels: string
  readonly value: Value
}

/** A node of the tree of series: names and values of labels lead to it, in turn. */
interface SeriesNode<Value> {
  readonly next: Map<string, SeriesNode<Value>>
  series: Series<Value> | undefined
}

const makeNode = <Value>(): SeriesNode<Value> => ({ next: new Map(), series: undefined })

/** The series of a family by their labels. Labels are printed once for each series, and no text is made for an observation. */
class SeriesByLabels<Value> {
  #root = makeNode<Value>()
  #all: Series<Value>[] = []
  readonly #make: () => Value

  constructor(make: () => Value) {
    this.#make = make
  }

  /** Returns the value of a series, which is made if there are not too many; otherwise `undefined`. */
  of(labels: MetricLabels): Value | undefined {
    let node: SeriesNode<Value> | undefined = this.#root
    for (const name of Object.keys(labels)) node = node?.next.get(name)?.next.get(labels[name] ?? '')
    return node?.series === undefined ? this.#add(labels) : node.series.value
  }

  #add(labels: MetricLabels): Value | undefined {
    if (this.#all.length >= seriesMax) return undefined
    let node = this.#root
    for (const step of Object.keys(labels).flatMap((name) => [name, labels[name] ?? ''])) {
      const next = node.next.get(step) ?? makeNode<Value>()
      node.next.set(step, next)
      node = next
    }
    const series = { labels: printLabels(labels), value: this.#make() }
    node.series = series
    this.#all.push(series)
    return series.value
  }

  all(): readonly Series<Value>[] {
    return this.#all
  }

  clear(): void {
    this.#root = makeNode()
    this.#all = []
  }
}

/** A counter or a gauge. */
export class ValueFamily implements MetricFamily {
  readonly #name: string
  readonly #type: 'counter' | 'gauge'
  readonly #help: string
  readonly #series = new SeriesByLabels(() => ({ value: 0 }))

  constructor(type: 'counter' | 'gauge', name: string, help: string) {
    this.#type = type
    this.#name = name
    this.#help = help
  }

  add(labels: MetricLabels): void {
    const counter = this.#series.of(labels)
    if (counter !== undefined) counter.value += 1
  }

  set(labels: MetricLabels, value: number): void {
    const gauge = this.#series.of(labels)
    if (gauge !== undefined) gauge.value = value
  }

  clear(): void {
    this.#series.clear()
  }

  lines(): readonly string[] {
    const all = this.#series.all()
    if (all.length === 0) return []
    return [
      ...head(this.#name, this.#type, this.#help),
      ...all.map(({ labels, value: { value } }) => `${this.#name}${labels === '' ? '' : `{${labels}}`} ${value}`),
    ]
  }
}

interface Histogram {
  /** For each bound how many observations are up to it and above the bound before it. */
  readonly counts: number[]
  sum: number
  count: number
}

/** A histogram of seconds. */
export class HistogramFamily implements MetricFamily {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #series: SeriesByLabels<Histogram>

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name
    this.#help = help
    this.#bounds = bounds
    this.#series = new SeriesByLabels(() => ({ counts: bounds.map(() => 0), sum: 0, count: 0 }))
  }

  observe(labels: MetricLabels, seconds: number): void {
    const histogram = this.#series.of(labels)
    if (histogram === undefined) return
    histogram.sum += seconds
    histogram.count += 1
    const at = this.#bounds.findIndex((bound) => seconds <= bound)
    if (at >= 0) histogram.counts[at] = (histogram.counts[at] ?? 0) + 1
  }

  lines(): readonly string[] {
    const all = this.#series.all()
    if (all.length === 0) return []
    const lines = [...head(this.#name, 'histogram', this.#help)]
    for (const { labels, value } of all) {
      const { counts, sum, count } = value
      const before = labels === '' ? '' : `${labels},`
      const whole = labels === '' ? '' : `{${labels}}`
      let upTo = 0
      for (const [at, bound] of this.#bounds.entries()) {
        upTo += counts[at] ?? 0
        lines.push(`${this.#name}_bucket{${before}le="${bound}"} ${upTo}`)
      }
      lines.push(
        `${this.#name}_bucket{${before}le="+Inf"} ${count}`,
        `${this.#name}_sum${whole} ${sum}`,
        `${this.#name}_count${whole} ${count}`,
      )
    }
    return lines
  }
}

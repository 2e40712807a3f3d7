/** The interval between two NoExecute taints in one zone, and in a large zone of which most nodes are not ready. */
const normalMs = 10_000
const slowMs = 100_000
/** A zone with more nodes than this is large. */
const largeZone = 50
/** From this share of nodes that are not ready, if they are more than two, a zone is partly disrupted. */
const unhealthyShare = 0.55

type ZoneState = 'normal' | 'partial' | 'full'

interface Zone {
  state: ZoneState | 'initial'
  /** `Infinity` stops all taints. */
  intervalMs: number
  nextMs: number
}

/** The zones of nodes, and how fast the nodes of each may be tainted. */
export interface Zones {
  /**
   * Judges each zone by which of its nodes are ready. Returns `'lost'` if from now on no node of any zone is ready, and
   * `'found'` at the end of this. [LC112]
   */
  judge(ready: ReadonlyMap<string, readonly boolean[]>, nowMs: number): 'lost' | 'found' | null
  /** Returns the time until a node of the zone may be tainted; `Infinity` if none may. */
  waitMs(zone: string, nowMs: number): number
  /** Reports whether a node of the zone may be tainted now, and if so, counts it as tainted. */
  mayTaint(zone: string, nowMs: number): boolean
}

export function createZones(): Zones {
  const zones = new Map<string, Zone>()
  const zoneOf = (name: string): Zone => {
    const zone = zones.get(name) ?? { state: 'initial', intervalMs: normalMs, nextMs: -Infinity }
    zones.set(name, zone)
    return zone
  }
  return {
    judge(ready, nowMs) {
      for (const name of ready.keys()) zoneOf(name)
      for (const name of zones.keys()) if (!ready.has(name)) zones.delete(name)
      const isLost = isAllFull([...ready.values()].map(stateOf))
      const wasLost = isAllFull([...zones.values()].map(({ state }) => state))
      if (isLost && wasLost) return null
      for (const [name, nodes] of ready) {
        const zone = zoneOf(name)
        const state = stateOf(nodes)
        if (isLost !== wasLost || zone.state !== state)
          setPace(zone, isLost ? Infinity : intervalOf(state, nodes.length), nowMs)
        zone.state = state
      }
      if (isLost === wasLost) return null
      return isLost ? 'lost' : 'found'
    },
    waitMs: (name, nowMs) => Math.max(0, zoneOf(name).nextMs - nowMs),
    mayTaint(name, nowMs) {
      const zone = zoneOf(name)
      if (nowMs < zone.nextMs) return false
      zone.nextMs = nowMs + zone.intervalMs
      return true
    },
  }
}

const isAllFull = (states: readonly Zone['state'][]): boolean => states.every((state) => state === 'full')

function stateOf(ready: readonly boolean[]): ZoneState {
  const failed = ready.filter((each) => !each).length
  if (failed > 0 && failed === ready.length) return 'full'
  return failed > 2 && failed / ready.length >= unhealthyShare ? 'partial' : 'normal'
}

/** In a zone that is lost as a whole, the usual pace is kept: the nodes of other zones can take over. */
function intervalOf(state: ZoneState, size: number): number {
  if (state !== 'partial') return normalMs
  return size > largeZone ? slowMs : Infinity
}

/** A zone that has to wait with the old interval waits a whole new one. */
function setPace(zone: Zone, intervalMs: number, nowMs: number): void {
  const mustWait = nowMs < zone.nextMs
  zone.intervalMs = intervalMs
  if (intervalMs === Infinity) zone.nextMs = Infinity
  else zone.nextMs = mustWait ? nowMs + intervalMs : -Infinity
}

import { exchangeOrder, neighboursOf } from '#lesson/build/order.ts'
import type { Recorded } from '#lesson/build/recorded.ts'
import { Button } from '#ui/kit/button.tsx'
import type { Build } from './build.ts'

interface OrderToolsProps {
  readonly build: Build
  /** A ticked request of someone else. */
  readonly recorded: Recorded
}

const words = ({ actor, method }: Recorded): string => `${actor}'s ${method}`

/** Sets whether someone else's request comes before or after the learner's next to it. [LSN35] */
export function OrderTools({ build, recorded }: OrderToolsProps) {
  const { before, after } = neighboursOf(build.draft, recorded.id)
  const exchange = (other: Recorded) => build.change((now) => exchangeOrder(now, recorded.id, other.id))
  return (
    <span>
      {before !== undefined && (
        <Button size="small" look="ghost" onClick={() => exchange(before)}>
          Set before {words(before)}
        </Button>
      )}
      {after !== undefined && (
        <Button size="small" look="ghost" onClick={() => exchange(after)}>
          Set after {words(after)}
        </Button>
      )}
    </span>
  )
}

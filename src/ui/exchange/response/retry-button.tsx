import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from '#ui/kit/button.tsx'
import { secondsUntil } from './retry-after.ts'

interface RetryButtonProps extends Omit<ButtonProps, 'children'> {
  readonly label: string
  /** The moment from which the server wants the request again; 0 for at once. Another one needs another `key`. */
  readonly from: number
}

const now = (): number => performance.timeOrigin + performance.now()

/** A button that sends a request again. It counts down the seconds of Retry-After, and can be pressed then. [EX8] */
export function RetryButton({ label, from, ...rest }: RetryButtonProps) {
  const [left, setLeft] = useState(() => secondsUntil(from, now()))
  useEffect(() => {
    if (from === 0) return undefined
    const timer = setInterval(() => {
      const seconds = secondsUntil(from, now())
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [from])
  return (
    <Button size="small" {...rest} disabled={left > 0}>
      {left > 0 ? `${label} in ${left} s` : label}
    </Button>
  )
}

import { Button } from '#ui/kit/button.tsx'

interface FormEndProps {
  /** Words of the button that submits the form. */
  readonly label: string
  /** Says why the form was not accepted; empty when nothing is wrong. */
  readonly problem: string
  readonly testId: string
  readonly onCancel: () => void
}

/** The end of a small form in a dock: its button, Cancel, and the problem of the last try. */
export function FormEnd({ label, problem, testId, onCancel }: FormEndProps) {
  return (
    <>
      <Button size="small" look="primary" type="submit" data-testid={testId}>
        {label}
      </Button>
      <Button size="small" look="ghost" onClick={onCancel}>
        Cancel
      </Button>
      <p role="alert">{problem}</p>
    </>
  )
}

import { type ComponentType, memo } from 'react'

/**
 * Draws a view that takes no props, and not again because its parent is drawn: it reads what it shows from stores. [PF5]
 */
export const Still = memo(function Still({ view: View }: { readonly view: ComponentType }) {
  return <View />
})

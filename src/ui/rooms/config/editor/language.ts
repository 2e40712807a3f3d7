import type { LanguageService } from '#editor/language-service.ts'
import { complete } from '#config/language/complete.ts'
import { fixes } from '#config/language/fixes.ts'
import { hover } from '#config/language/hover.ts'
import type { ConfigRoom } from '#ui/rooms/config/state/config-room.ts'
import { type FileId, fileOf } from '#ui/rooms/config/state/files.ts'

/** Returns the language service of a configuration file. [CB1] */
export function languageOf({ store }: ConfigRoom, id: FileId): LanguageService {
  const { kind } = fileOf(id)
  return {
    complete: (text, offset) => complete(text, offset, { kind }),
    hover: (text, offset) => hover(text, offset, { kind }),
    fixes(text, span) {
      const { text: checked, diagnostics } = store.getState().checks[id]
      // Positions refer to the checked text, so there are none until the current text has been checked.
      if (checked !== text) return []
      return diagnostics
        .filter(({ range }) => range.start <= span.end && span.start <= range.end)
        .flatMap((diagnostic) => fixes(text, diagnostic))
    },
  }
}

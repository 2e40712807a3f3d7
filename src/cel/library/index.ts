import { conversionLibrary } from './conversions.ts'
import type { Library } from './declare.ts'
import { operatorLibrary } from './operators.ts'
import { optionalLibrary } from './optionals.ts'
import { regexLibrary } from './regex.ts'
import { stringLibrary } from './strings.ts'
import { timeLibrary } from './time.ts'

/** What every expression may call. A new library is a file here and a line in this list. */
export const libraries: readonly Library[] = [
  operatorLibrary,
  conversionLibrary,
  timeLibrary,
  stringLibrary,
  optionalLibrary,
  regexLibrary,
]

/** What only expressions that are stored already may call: this version of the reference brought them. */
export const newestLibraries: readonly Library[] = []

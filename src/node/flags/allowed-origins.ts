/**
 * Reads the value of `--cors-allowed-origins`: exact origins, separated by commas. A text says what is wrong. The original
 * takes regular expressions; here an origin is compared and never matched. [ND18]
 */
export function readAllowedOrigins(text: string): readonly string[] | string {
  if (text === '') return []
  const origins = text.split(',').map((word) => word.trim())
  const wrong = origins.find((word) => !isOrigin(word))
  return wrong === undefined
    ? origins
    : `--cors-allowed-origins must be origins such as http://localhost:5173, separated by commas, not ${JSON.stringify(wrong)}`
}

/** Browsers send an origin in this form: lower case, no default port, no slash at the end. */
const isOrigin = (word: string): boolean => /^https?:/.test(word) && URL.canParse(word) && new URL(word).origin === word

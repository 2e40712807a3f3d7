/** Reads the arguments of a script: `flag('verbose')`, `option('only')`, and what remains after all of them. */
export function readArguments(given = process.argv.slice(2)) {
  const rest = [...given]
  return {
    rest,
    flag(name) {
      const at = rest.indexOf(`--${name}`)
      if (at >= 0) rest.splice(at, 1)
      return at >= 0
    },
    option(name) {
      const at = rest.indexOf(`--${name}`)
      return at < 0 ? undefined : rest.splice(at, 2)[1]
    },
  }
}

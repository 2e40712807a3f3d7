/** Made by `preparedLogPlugin` of the build. */
declare module 'virtual:prepared/book-shop' {
  import type { PreparedLog } from '#prepared/prepared-log.ts'

  export const preparedLog: PreparedLog
}

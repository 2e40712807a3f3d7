// What the server's own tokens need of jose. Loaded with the first token.
export { compactVerify, CompactSign, errors, exportJWK } from 'jose'

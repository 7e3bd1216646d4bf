const maxLength = 254
const local = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_{|}~\x60-]+`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`
const form = new RegExp(`^${local}(?:\\.${local})*@${label}(?:\\.${label})*$`, 'u')

/**
 * Whether mail can be sent to the address: a dot-atom at a host name (RFC 5321 section 4.1.2). Stricter than what people may
 * enter, because quotes, commas and brackets have a meaning in headers.
 */
export const isMailable = (address: string): boolean => address.length <= maxLength && form.test(address)

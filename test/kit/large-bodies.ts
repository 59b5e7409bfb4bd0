/** Bodies just under what the API accepts, filled up where an integrator could fill them up. */
import { BODY_BYTES_MAX } from "../../protocol/http/body-limit.ts"

/** A little less than the most that is accepted: bodies count their ids, which may get a digit more. */
const LARGE_BYTES = BODY_BYTES_MAX - 8

/** The body that `make` gives for a text, with a text so long that the body has `LARGE_BYTES`. */
export function fillUp<Body>(make: (text: string) => Body): Body {
  const empty = Buffer.byteLength(JSON.stringify(make("")))
  return make("x".repeat(LARGE_BYTES - empty))
}

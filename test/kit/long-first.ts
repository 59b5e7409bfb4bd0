/** The order of test files: long ones first, so that the last worker is not alone with one. */
import { BaseSequencer, type TestSpecification } from "vitest/node"

const LONG = [
  /\/test\/simulation\//,
  /\/test\/hub\/queue\/queue\.kills\./,
  /\/test\/(e2e|contract|installer|hostile)\//,
  /\/printing\.power-sweep\./,
  /\/test\/hub\/(users|cancellation|webhooks|tenants)\//,
]

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((long) => long.test(moduleId))
      return at === -1 ? LONG.length : at
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

/** How reports share the workers: a lane is a vendor, so that one vendor's flood slows no other. */

/** Reports of one vendor that are worked on at once. What they come to does not depend on their order. */
export const LANE_MAX = 500

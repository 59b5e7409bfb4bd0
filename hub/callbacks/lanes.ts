/** The lanes of reports: one per vendor, so that many reports of one vendor slow no other. */

/** Reports of one vendor that run at once. Their result does not depend on their order. */
export const LANE_MAX = 500

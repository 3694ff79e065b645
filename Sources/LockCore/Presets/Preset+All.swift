extension Preset {
  public static let all = [standard, quartz, circles, deblocking, block, inline]

  /// Android's lock: its rules and zones (`lock_pattern_dot_hit_factor`); a dot is 14 dp across and
  /// 30 when selected, the line 22 wide (`dimens.xml`), in cells of 100 dp. The colours are ours.
  public static let standard = Preset(
    name: "default", rules: .standard, confirms: true, refusesLikely: true,
    layout: DotLayout(pitch: 1, dotSize: 0.3, margin: 0.5), zone: .circle,
    hitFactor: DotGrid.standardHitFactor, wideFactor: DotGrid.standardWideFactor,
    look: Look(
      lineWidth: 0.22, coreSize: 0.14,
      normal: Paint(disc: .clear, core: white, line: .clear),
      selected: Paint(disc: white, core: white, line: Color(0xFFFFFF, alpha: 128)),
      wrong: Paint(disc: Color(0xFF5A4D), core: Color(0xFF5A4D), line: Color(0xFF5A4D, alpha: 128)),
      right: Paint(disc: Color(0x4CD07D), core: Color(0x4CD07D), line: Color(0x4CD07D, alpha: 128))),
    timing: .standard, firstNumber: 0)

  // The presets below are five tutorials' locks as they were meant. Sizes are theirs in points, on a
  // screen of 320 × 568 where they take the screen's or leave it open. Where dots were pictures, or
  // an outcome was not shown, colours are ours; where a time or a minimum was not told, it is the
  // default's.

  /// Buttons of 60 that touch the edges of their view. Five dots, complete with the fifth; enrolled
  /// by one entry, and confirmed for 1.5 s.
  public static let quartz = Preset(
    tutorial: "quartz", minimum: 5, maximum: 5, confirms: false,
    layout: DotLayout(pitch: (320 - 60) / 2, dotSize: 60, margin: 30),
    look: Look(
      lineWidth: 8, coreSize: 26, normal: grey, selected: Paint(0x5AC8FA), wrong: Paint(0xFF3B30)),
    timing: FeedbackTiming(error: 1500, hint: 1500, success: 1500, takesInput: true))

  /// Circles of 25 and 11 in a view of 250, in the tutorial's own colours; five dots or more,
  /// numbered from 1; input is closed for the half second that an outcome is shown. There people may
  /// hide the line.
  public static let circles = Preset(
    tutorial: "circles", minimum: 5, layout: DotLayout(pitch: 100, dotSize: 50, margin: 25),
    look: Look(
      lineWidth: 1, coreSize: 22,
      normal: Paint(disc: white, core: Color(0xE8E9ED), line: white),
      selected: Paint(0x567FFC), wrong: Paint(0xCE4E4E)),
    timing: FeedbackTiming(error: 500, hint: 500, success: 500, takesInput: false),
    firstNumber: 1)

  /// Buttons of 74 with even gaps in a view as wide as the screen. Its zones are so large, three
  /// quarters of a cell, that a straight knight's move takes the dots beside it.
  public static let deblocking = Preset(
    tutorial: "deblocking", minimum: 4,
    layout: DotLayout(
      pitch: 74 + (320 - 3 * 74) / 4, dotSize: 74, margin: 37 + (320 - 3 * 74) / 4),
    look: Look(
      lineWidth: 8, coreSize: 33, normal: grey, selected: Paint(0x00FF00), wrong: Paint(0xFF3B30)),
    timing: .standard)

  /// Buttons of 74 that touch the edges of their view; its own pattern has three dots. Input is
  /// closed for the second that a wrong pattern is shown.
  public static let block = Preset(
    tutorial: "block", minimum: 3,
    layout: DotLayout(pitch: 74 + (320 - 3 * 74) / 2, dotSize: 74, margin: 37),
    look: Look(
      lineWidth: 10, coreSize: 33, normal: grey, selected: Paint(0x0000FF), wrong: Paint(0xFF0000)),
    timing: FeedbackTiming(
      error: 1000, hint: 1000, success: FeedbackTiming.standard.success, takesInput: false))

  /// Buttons of a sixth of the screen's width that begin a third of its height down.
  public static let inline = Preset(
    tutorial: "inline", minimum: 4,
    layout: DotLayout(
      pitch: 320 / 3, dotSize: 320 / 6, left: 320 / 6, top: 568 / 3 + 320 / 12, right: 320 / 6,
      bottom: 568 - (568 / 3 + 320 / 12 + 2 * 320 / 3)),
    look: Look(
      lineWidth: 5, coreSize: 23, normal: grey, selected: Paint(0xFF0000), wrong: Paint(0x7F0000)),
    timing: .standard)

  private static let white = Color(0xFFFFFF)
  private static let grey = Paint(
    disc: Color(0x8E8E93, alpha: 26), core: Color(0x8E8E93), line: .clear)

  /// What the tutorials have in common: 3 × 3 dots, none filled in, hit where their square is drawn.
  private init(
    tutorial name: String, minimum: Int, maximum: Int? = nil, confirms: Bool = true,
    layout: DotLayout, look: Look, timing: FeedbackTiming, firstNumber: Int = 0
  ) {
    guard
      let rules = try? PatternRules(fillsPassedDots: false, minimum: minimum, maximum: maximum)
    else { preconditionFailure("\(name) has rules that cannot be") }
    self.init(
      name: name, rules: rules, confirms: confirms, refusesLikely: false, layout: layout,
      zone: .square, hitFactor: layout.dotSize / layout.pitch, wideFactor: 0, look: look,
      timing: timing, firstNumber: firstNumber)
  }
}

package io.onceflow.engine.embedded;

/** Texts written for the tests. */
public final class Texts {
  public static final String RIVER =
      """
      The river that runs through Halden floods almost every spring, and this year was no exception. \
      After a week of heavy rain the water rose two metres in a single night and reached the old \
      market square. Volunteers filled sandbags until dawn while the fire service pumped out cellars.

      Climate researchers say that such floods have become twice as frequent since 1980. Warmer air \
      carries more moisture, and the snow in the hills melts earlier than it used to. A study by the \
      university found that the river's wetlands, drained for farming in the sixties, once held back \
      a third of the flood water.

      The town council now wants to restore the wetlands. Farmers along the river would be paid for \
      land that is allowed to flood, and two weirs would be removed so that fish can return. Critics \
      point to the cost of eleven million and to the years the work would take. Supporters answer \
      that a single flood costs more.
      """;

  public static final String FOOTBALL =
      """
      The home side won the cup final on penalties after a match that had everything. The striker \
      scored twice in the first half, the visitors equalised in stoppage time, and the goalkeeper \
      saved two spot kicks. The coach praised the players' fitness and said that the league title \
      was the team's next goal for the season.\
      """;

  public static final String COMPUTER =
      """
      The new release of the database engine stores its indexes in compressed pages, which halves the \
      memory that a server needs. Developers can switch the software to the new format while it \
      runs. The programmers also fixed a bug in the network driver that had made clients lose their \
      connection, and published the source code of the test suite.\
      """;

  public static final String RAILWAY_ZH =
      """
      高速铁路正在改变中部山区的生活。新线路上个月通车以后，从省城到云溪县只需要四十分钟，过去坐汽车要走五个小时。

      县里的茶农首先感到了变化。新鲜的茶叶当天就能送到省城的市场，价格比去年高了三成。游客也多了起来，周末的旅馆常常客满，几家老宅改成了民宿。

      不过，高速铁路也带来了新的问题。年轻人更容易离开家乡去大城市工作，县城的房价在一年里涨了一倍。县政府表示，今后将把旅游收入的一部分用于学校和医院，让人们愿意留下来。
      """;

  public static final String FOOTBALL_ZH =
      "主队昨晚在足球联赛决赛中以三比二战胜客队，夺得冠军。前锋在上半场打进两球，守门员在点球大战中扑出了对方的射门。教练赛后说，全体球员的体能和团队配合是比赛获胜的关键。";

  public static final String HEALTH_ZH =
      "医生提醒高血压患者，冬季要按时服药，定期测量血压。饮食应当少盐少油，多吃蔬菜水果。如果出现头晕、胸闷等症状，应尽快到医院就诊，以免延误治疗。";

  private Texts() {}

  /** An engine for all tests of a run: loading the models takes seconds. */
  public static EmbeddedEngine engine() {
    return Shared.ENGINE;
  }

  private static final class Shared {
    static final EmbeddedEngine ENGINE = EmbeddedEngine.open(EmbeddedEngineOptions.DEFAULT);
  }
}

package io.onceflow.engine.embedded.category;

import io.onceflow.engine.embedded.category.CategoryLabels.Label;
import java.util.List;

/** Topics of general articles, after the top level of the IPTC media topics. */
final class ArticleLabels {
  static final CategoryLabels LABELS =
      new CategoryLabels(
          List.of(
              Label.of(
                  "technology",
                  "computers, software, the internet and technology",
                  "计算机、软件、互联网与科技"),
              Label.of("business", "business, companies, finance and the economy", "商业、企业、金融与经济"),
              Label.of("politics", "politics, government, elections and diplomacy", "政治、政府、选举与外交"),
              Label.of("science", "scientific research and discoveries", "科学研究与科学发现"),
              Label.of("health", "health, medicine and nutrition", "健康、医疗与营养"),
              Label.of("sports", "sports, matches and athletes", "体育、比赛与运动员"),
              Label.of("culture", "art, music, films, books and entertainment", "艺术、音乐、电影、图书与娱乐"),
              Label.of("education", "schools, universities and learning", "学校、大学与学习"),
              Label.of(
                  "environment", "the environment, climate, nature and wildlife", "环境、气候、自然与野生动物"),
              Label.of("law", "law, courts, crime and police", "法律、法院、犯罪与警察"),
              Label.of("travel", "travel, tourism and places to visit", "旅行、旅游与景点"),
              Label.of("food", "food, cooking and restaurants", "美食、烹饪与餐厅"),
              Label.of(
                  "lifestyle", "home, family, relationships and everyday life", "家居、家庭、情感与日常生活"),
              Label.of("history", "history, the past and archaeology", "历史与考古")));

  private ArticleLabels() {}
}
